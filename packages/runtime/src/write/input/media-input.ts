import { isObject } from './body.js';
import { type Path, type Report, bodyKeyError, label } from './problems.js';
import { type InvalidRelations, type Reference, parseReference } from './relation-input.js';

/** Files in order; `undefined` where the body says nothing, or a problem was reported. A list is replaced as a whole. */
export function parseMedia(
  value: unknown,
  at: { readonly path: Path; readonly report: Report; readonly invalid: InvalidRelations },
): readonly Reference[] | undefined {
  if (value === null) return [];
  if (isObject(value) && !('id' in value) && !('documentId' in value)) {
    if (value.connect !== undefined || value.disconnect !== undefined) {
      const message = `${label(at.path)}: connect and disconnect cannot be used for media`;
      return void at.report.add({ path: at.path, message });
    }
    return value.set === undefined || value.set === null ? undefined : parseMedia(value.set, at);
  }
  const files = (Array.isArray(value) ? value : [value]).map(parseReference);
  if (files.every((file) => file !== undefined)) return files;
  return void at.invalid();
}

const ENTRY_KEYS = ['id', 'documentId'];
const OPERATIONS = ['set', 'connect', 'disconnect'];

export function checkMediaKeys(value: unknown, path: string): void {
  if (isObject(value) && !('id' in value) && !('documentId' in value)) {
    for (const key of Object.keys(value)) if (!OPERATIONS.includes(key)) throw bodyKeyError(key, path);
    return checkMediaKeys(value.set, path);
  }
  for (const item of Array.isArray(value) ? value : [value]) {
    if (!isObject(item)) continue;
    for (const key of Object.keys(item)) if (!ENTRY_KEYS.includes(key)) throw bodyKeyError(key, path);
  }
}
