import type { MediaFormat } from '../../model/values.js';

/** The columns of a record that determine the keys of its files. */
export interface Stored {
  readonly hash: string;
  readonly ext: string | null;
  readonly formats: Readonly<Record<string, MediaFormat>> | null;
}

export function keysOf({ hash, ext, formats }: Stored): readonly string[] {
  return [keyOf(hash, ext), ...Object.values(formats ?? {}).map((format) => keyOf(format.hash, format.ext))];
}

export function keyOf(hash: string, ext: string | null): string {
  return `${hash}${ext ?? ''}`;
}
