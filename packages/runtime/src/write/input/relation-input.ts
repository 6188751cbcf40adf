import { hasUnstorable } from '../../model/index.js';
import { isObject } from './body.js';
import { type ValuePath, type Report, bodyKeyError, label } from './problems.js';

/** How a body names a document: by `documentId`, or by the row id of any version of the document. */
export interface Reference {
  readonly documentId?: string;
  readonly row?: number;
  /** The row id stood under `documentId`, where Strapi knows no row ids: `disconnect` then names a document that must exist. */
  readonly asDocumentId?: true;
  /** The uid of its content type, in an entry of a polymorphic relation. */
  readonly type?: string;
}

export type PlaceInput = 'start' | 'end' | { readonly before: Reference } | { readonly after: Reference };

export type RelationInput =
  | { readonly kind: 'set'; readonly entries: readonly Reference[] }
  | {
      readonly kind: 'change';
      readonly disconnect: readonly Reference[];
      readonly connect: readonly { readonly entry: Reference; readonly place: PlaceInput }[];
      readonly strict: boolean;
    };

interface At {
  readonly path: ValuePath;
  readonly report: Report;
}

export const INVALID_RELATIONS = 'Invalid relations';

const OPERATIONS = ['connect', 'disconnect', 'set', 'options'];
/** Keys of an entry on its own or in a plain list, which has no position. */
const PLAIN_KEYS = ['id', 'documentId', 'locale', 'status', '__type'];
const ENTRY_KEYS = [...PLAIN_KEYS, 'position'];

/** Refuses unknown keys of a relation value. */
export function checkRelationKeys(value: unknown, path: string): void {
  if (Array.isArray(value)) return value.forEach((entry) => checkEntryKeys(entry, PLAIN_KEYS, path));
  if (!isObject(value)) return;
  if (isEntry(value)) return checkEntryKeys(value, PLAIN_KEYS, path);
  for (const key of Object.keys(value)) if (!OPERATIONS.includes(key)) throw bodyKeyError(key, path);
  for (const key of ['connect', 'disconnect', 'set']) {
    for (const entry of listOf(value[key])) {
      // An object without `id` and `documentId` is no entry, so its keys are not checked.
      if (Array.isArray(entry) || (isObject(entry) && isEntry(entry))) checkEntryKeys(entry, ENTRY_KEYS, path);
    }
  }
  if (!isObject(value.options)) return;
  for (const key of Object.keys(value.options)) if (key !== 'strict') throw bodyKeyError(key, `${path}.options`);
}

function checkEntryKeys(entry: unknown, known: readonly string[], path: string): void {
  if (typeof entry !== 'object' || entry === null) return;
  for (const key of Object.keys(entry)) if (!known.includes(key)) throw bodyKeyError(key, path);
}

/** Every entry that a relation value names, in any spelling. */
export function relationEntries(value: unknown): readonly unknown[] {
  if (!isObject(value) || isEntry(value)) return listOf(value);
  return [value.connect, value.disconnect, value.set].flatMap(listOf);
}

/** Parses every spelling of a relation; `undefined` where a problem was reported. */
export function parseRelation(value: unknown, at: At): RelationInput | undefined {
  if (value === null) return { kind: 'set', entries: [] };
  if (!isObject(value) || isEntry(value)) return setOf(value, at);
  const { connect, disconnect, set } = value;
  if (set !== undefined && set !== null) {
    if (listOf(connect).length === 0 && listOf(disconnect).length === 0) return setOf(set, at);
    const message = `${label(at.path)}: set cannot be combined with connect or disconnect`;
    return void at.report.add({ path: at.path, message });
  }
  const strict = parseStrict(value.options, at);
  const sent = listOf(connect);
  const connected = sent.flatMap((entry, index) => parseConnect(entry, at, index) ?? []);
  const disconnected = references(listOf(disconnect), at);
  if (strict === undefined || disconnected === undefined || connected.length < sent.length) return undefined;
  return { kind: 'change', disconnect: disconnected, connect: connected, strict };
}

function parseStrict(options: unknown, at: At): boolean | undefined {
  if (options === undefined || options === null) return true;
  const strict = isObject(options) ? (options.strict ?? true) : undefined;
  if (typeof strict === 'boolean') return strict;
  const path = [...at.path, 'options', 'strict'];
  return void at.report.add({ path, message: `${label(path)} must be true or false`, value: strict });
}

/** `undefined` where the value names no document. */
export function parseReference(value: unknown): Reference | undefined {
  if (typeof value === 'number') {
    return Number.isSafeInteger(value) ? { row: value } : undefined;
  }
  if (typeof value === 'string') {
    if (value === '' || hasUnstorable(value)) return undefined;
    if (value.trim() === '' || Number.isNaN(Number(value))) return { documentId: value };
    // Other notations of a number (`1e1`, `0x10`) would name a row that nobody meant.
    return /^\s*[+-]?\d+\s*$/.test(value) ? parseReference(Number(value)) : undefined;
  }
  if (!isObject(value)) return undefined;
  const named = value.documentId ?? value.id;
  const plain = typeof named === 'object' ? undefined : parseReference(named);
  if (plain === undefined) return undefined;
  const isNumbered = plain.row !== undefined && named === value.documentId;
  const reference = isNumbered ? { ...plain, asDocumentId: true as const } : plain;
  if (value.__type === undefined) return reference;
  return typeof value.__type === 'string' ? { ...reference, type: value.__type } : undefined;
}

function setOf(value: unknown, at: At): RelationInput | undefined {
  const entries = references(listOf(value), at);
  return entries === undefined ? undefined : { kind: 'set', entries };
}

function references(values: readonly unknown[], at: At): Reference[] | undefined {
  const parsed = values.map(parseReference);
  if (parsed.every((entry) => entry !== undefined)) return parsed;
  at.report.addGeneral(at.path, INVALID_RELATIONS);
  return undefined;
}

function parseConnect(value: unknown, at: At, index: number) {
  const entry = parseReference(value);
  if (entry === undefined) return void at.report.addGeneral(at.path, INVALID_RELATIONS);
  const position = isObject(value) ? value.position : undefined;
  const place = position === undefined || position === null ? 'end' : parsePlace(position, entry);
  if (place !== undefined) return { entry, place };
  const path = [...at.path, 'connect', index, 'position'];
  const message = `${label(path)} must have exactly one of before, after, start: true, end: true`;
  return void at.report.add({ path, message, value: position });
}

function parsePlace(position: unknown, entry: Reference): PlaceInput | undefined {
  if (!isObject(position)) return undefined;
  const { __type, locale: _locale, status: _status, ...keys } = position;
  const [key, ...others] = Object.keys(keys);
  if (others.length > 0) return undefined;
  if ((key === 'start' || key === 'end') && position[key] === true) return key;
  if (key !== 'before' && key !== 'after') return undefined;
  const named = position[key];
  const anchor = typeof named === 'object' ? undefined : parseReference(named);
  if (anchor === undefined) return undefined;
  const type = __type ?? entry.type;
  if (type !== undefined && typeof type !== 'string') return undefined;
  const typed = type === undefined ? anchor : { ...anchor, type };
  return key === 'before' ? { before: typed } : { after: typed };
}

function isEntry(value: Readonly<Record<string, unknown>>): boolean {
  return 'id' in value || 'documentId' in value;
}

/** The items of a list, the only value, or none. */
export function listOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}
