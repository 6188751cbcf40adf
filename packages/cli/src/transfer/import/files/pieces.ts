import { keyOf, storedExtension } from '@content-gen/runtime/transfer';

import { isObject } from '../../../config/plain-object.js';
import { textOf } from '../scalars.js';
import type { FileRecord } from './columns.js';

/** A file that a record names: the file itself, or a format. */
interface FilePiece {
  readonly key: string;
  /** The name of the bytes in the source. */
  readonly source: string;
  readonly mime: string;
}

/** The file of a record, and the formats. `sources` of the record has the names in the source, where those differ. */
export function piecesOf(record: FileRecord): readonly FilePiece[] {
  const sources = Array.isArray(record['sources']) ? record['sources'].map(textOf) : [];
  return holdersIn(record).map((piece, index) => {
    const key = keyOf(textOf(piece['hash']), textOf(piece['ext']));
    return { key, source: sources[index] ?? key, mime: textOf(piece['mime']) };
  });
}

function holdersIn(record: FileRecord): readonly FileRecord[] {
  return [record, ...(isObject(record['formats']) ? Object.values(record['formats']).filter(isObject) : [])];
}

/**
 * The record with extensions by the rule of uploads, because a web server may execute a file with another extension.
 * `note` gets each extension that changes.
 */
export function withStoredExtensions(record: FileRecord, note: (was: string, is: string) => void): FileRecord {
  const sources = piecesOf(record).map(({ key }) => key);
  const stored = (piece: FileRecord): FileRecord => {
    const was = textOf(piece['ext']);
    const is = storedExtension(`file${was}`, textOf(piece['mime']));
    if (is === was.toLowerCase()) return piece;
    note(was, is);
    return { ...piece, ext: is };
  };
  const own = { ...stored(record), sources };
  const { formats } = record;
  if (!isObject(formats)) return own;
  const kept = Object.entries(formats).map(([name, format]) => [name, isObject(format) ? stored(format) : format]);
  return { ...own, formats: Object.fromEntries(kept) };
}
