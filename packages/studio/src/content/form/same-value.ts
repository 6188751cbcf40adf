import { isEntry } from './blank.js';
import type { FileRecord, FormValue } from './value.js';

/**
 * Whether two values of a form are the same for the API. Labels of documents and keys of entries do not count. A value
 * that the form does not know (`undefined`) is not the same as an empty value.
 */
export function sameValue(one: FormValue, other: FormValue): boolean {
  return isSame(one, other);
}

/** Parts that a change left alone are the same object, so a long list is compared in an instant. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (!isObject(one) || !isObject(other)) return false;
  if (Array.isArray(one) || Array.isArray(other)) return isSameList(one, other);
  if (isFile(one) && isFile(other)) return one.id === other.id;
  const ignored = isEntry(one) ? 'key' : 'documentId' in one ? 'label' : undefined;
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].every(
    (name) => name === ignored || isSame(one[name], other[name]),
  );
}

function isSameList(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return false;
  return one.length === other.length && one.every((each: unknown, index) => isSame(each, other[index]));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function isFile(value: object): value is FileRecord {
  return 'mime' in value && 'url' in value && 'id' in value;
}
