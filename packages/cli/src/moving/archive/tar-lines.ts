import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';

import { MovingProblem } from '../problem.js';

const BLOCK = 512;
/** A line of an archive is one entity. Strapi has none of this size, so a longer one is not its work. */
const MAX_LINE = 64 * 1024 * 1024;

interface Entry {
  readonly name: string;
  readonly size: number;
}

/** A line of a file in the archive. */
export interface ArchiveLine {
  readonly file: string;
  readonly text: string;
}

/** The lines of the chosen files of a `tar.gz`, one at a time, so that memory does not depend on its size. */
export async function* linesOf(archive: string, isChosen: (file: string) => boolean): AsyncIterable<ArchiveLine> {
  const source = createReadStream(archive);
  const chunks = archive.endsWith('.tar') ? source : source.pipe(createGunzip());
  // A pipe does not pass errors on, and an error without a listener ends the process.
  source.on('error', (error) => chunks.destroy(error));
  let buffer: Buffer = Buffer.alloc(0);
  let entry: Entry | undefined;
  let left = 0;
  let padding = 0;
  let line = '';
  for await (const chunk of chunks) {
    buffer = Buffer.concat([buffer, chunk]);
    for (;;) {
      if (left > 0 && entry !== undefined) {
        if (buffer.length === 0) break;
        const part = buffer.subarray(0, Math.min(left, buffer.length));
        buffer = buffer.subarray(part.length);
        left -= part.length;
        if (!isChosen(entry.name)) continue;
        const [first = '', ...rest] = `${line}${part.toString('latin1')}`.split('\n');
        for (const [index, text] of [first, ...rest].entries()) {
          if (index < rest.length) yield { file: entry.name, text: utf8(text) };
          else line = text;
        }
        if (line.length > MAX_LINE) throw new MovingProblem(`A line of ${entry.name} in the archive is too long.`);
        if (left === 0 && line !== '') yield { file: entry.name, text: utf8(line) };
        if (left === 0) line = '';
      } else if (padding > 0) {
        if (buffer.length < padding) break;
        buffer = buffer.subarray(padding);
        padding = 0;
      } else {
        if (buffer.length < BLOCK) break;
        entry = headerOf(buffer.subarray(0, BLOCK));
        buffer = buffer.subarray(BLOCK);
        left = entry?.size ?? 0;
        padding = (BLOCK - (left % BLOCK)) % BLOCK;
      }
    }
  }
  if (left > 0) throw new MovingProblem('The archive ends in the middle of a file.');
}

/** Chunks may end inside a character, so that lines are decoded when they are complete. */
function utf8(latin1: string): string {
  return Buffer.from(latin1, 'latin1').toString('utf8');
}

/** Undefined for the empty blocks at the end of an archive. */
function headerOf(block: Buffer): Entry | undefined {
  if (block.every((byte) => byte === 0)) return undefined;
  const text = (from: number, to: number) => block.toString('utf8', from, to).replace(/\0[\s\S]*$/, '');
  const size = Number.parseInt(text(124, 136).trim(), 8);
  if (text(257, 262) !== 'ustar' || !Number.isSafeInteger(size) || size < 0) {
    throw new MovingProblem(
      'The file is not an archive of "strapi export". Export without encryption: strapi export --no-encrypt',
    );
  }
  const prefix = text(345, 500);
  return { name: prefix === '' ? text(0, 100) : `${prefix}/${text(0, 100)}`, size };
}
