import type { RecordFile } from '../../content/index.js';
import type { MediaFormat } from '../../model/index.js';

/** The columns of a record that determine the keys of its files. */
export interface Stored {
  readonly hash: string;
  readonly ext: string | null;
  readonly mime: string;
  readonly formats: Readonly<Record<string, MediaFormat>> | null;
}

/** The file of a record and its formats. */
export function filesOf({ hash, ext, mime, formats }: Stored): readonly RecordFile[] {
  const smaller = Object.values(formats ?? {}).map((format) => ({
    key: keyOf(format.hash, format.ext),
    type: format.mime,
  }));
  return [{ key: keyOf(hash, ext), type: mime }, ...smaller];
}

export function keysOf(record: Stored): readonly string[] {
  return filesOf(record).map(({ key }) => key);
}

export function keyOf(hash: string, ext: string | null): string {
  return `${hash}${ext ?? ''}`;
}

/** The format of keys: no paths, no hidden files. */
const KEY = /^[A-Za-z0-9][A-Za-z0-9_-]*(\.[A-Za-z0-9]+)?$/;

export function isKey(text: string): boolean {
  return KEY.test(text);
}

/** Guards the storage against paths, because a path could lead to other folders and other buckets. */
export function checkedKey(key: string): string {
  if (!isKey(key)) throw new Error(`${JSON.stringify(key)} is not the key of a file`);
  return key;
}

/** The hashes of the records that may name a key: as their file, as a format, or as a format since a replacement. */
export function hashesOf(key: string): readonly string[] {
  const own = key.replace(/\.[^.]*$/, '');
  const format = own.slice(own.indexOf('_') + 1);
  return [own, format, format.replace(/_[0-9a-f]{16}$/, '')];
}
