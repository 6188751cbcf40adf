import { isObject } from './body.js';
import { type ValuePath, type Report, bodyKeyError, label } from './problems.js';
import { INVALID_RELATIONS, type Reference, listOf, parseReference } from './relation-input.js';

/** The files of an attribute in a body. */
export interface MediaInput {
  readonly kind: 'media';
  /**
   * The files in their order. They replace the files of the attribute, or are added to those files if there is
   * `removed`.
   */
  readonly files: readonly Reference[];
  readonly removed?: readonly Reference[];
}

interface At {
  readonly path: ValuePath;
  readonly report: Report;
  /** `connect` and `disconnect` are allowed. */
  readonly connects: boolean;
}

/** `undefined` where the body says nothing, or a problem was reported. */
export function parseMedia(value: unknown, at: At): MediaInput | undefined {
  if (value === null) return { kind: 'media', files: [] };
  if (!isObject(value) || 'id' in value || 'documentId' in value) return filesOf(value, at);
  const { connect, disconnect, set } = value;
  if (connect === undefined && disconnect === undefined)
    return set === undefined || set === null ? undefined : parseMedia(set, at);
  if (!at.connects) {
    const message = `${label(at.path)}: connect and disconnect cannot be used for media`;
    return void at.report.add({ path: at.path, message });
  }
  // As in Strapi, `set` wins.
  if (set !== undefined && set !== null) return parseMedia(set, at);
  const [added, removed] = [filesOf(listOf(connect), at), filesOf(listOf(disconnect), at)];
  return added && removed && { ...added, removed: removed.files };
}

function filesOf(value: unknown, at: At): MediaInput | undefined {
  const files = listOf(value).map(parseReference);
  return files.every((file) => file !== undefined)
    ? { kind: 'media', files }
    : void at.report.addGeneral(at.path, INVALID_RELATIONS);
}

const ENTRY_KEYS = ['id', 'documentId'];
const OPERATIONS = ['set', 'connect', 'disconnect'];

export function checkMediaKeys(value: unknown, path: string): void {
  if (isObject(value) && !('id' in value) && !('documentId' in value)) {
    for (const key of Object.keys(value)) if (!OPERATIONS.includes(key)) throw bodyKeyError(key, path);
    for (const key of ['connect', 'disconnect']) checkEntries(value[key], [...ENTRY_KEYS, 'position'], path);
    return checkMediaKeys(value.set, path);
  }
  checkEntries(value, ENTRY_KEYS, path);
}

function checkEntries(value: unknown, known: readonly string[], path: string): void {
  for (const item of listOf(value)) {
    if (!isObject(item)) continue;
    for (const key of Object.keys(item)) if (!known.includes(key)) throw bodyKeyError(key, path);
  }
}
