import { Transform } from 'node:stream';

import type { Inspection } from '../../content/index.js';

const MARKUP = /<(?:script|html|!doctype html|iframe|\?php)[\s>/]/i;
/** The length of the longest markup less one: so much of a chunk is kept, to find markup across two chunks. */
const OVERLAP = 16;
/** The end record of a ZIP archive: 22 bytes and a comment. */
const ARCHIVE_TAIL = 22 + 65_535;

/** Inspects a file while it streams through `inspector`, because its first bytes do not tell enough. */
export function inspect(): Inspection & { readonly inspector: Transform } {
  let size = 0;
  let hasZero = false;
  let markupAt = Infinity;
  let before = '';
  let tail: Buffer[] = [];
  let tailSize = 0;

  const look = (chunk: Buffer) => {
    hasZero ||= chunk.includes(0);
    if (markupAt === Infinity) {
      const text = before + chunk.toString('latin1');
      const at = text.search(MARKUP);
      if (at >= 0) markupAt = size - before.length + at;
      before = text.slice(-OVERLAP);
    }
    size += chunk.length;
    tail.push(chunk);
    tailSize += chunk.length;
    for (let [first] = tail; first !== undefined && tailSize - first.length >= ARCHIVE_TAIL; [first] = tail) {
      tailSize -= first.length;
      tail.shift();
    }
  };

  return {
    inspector: new Transform({
      transform(chunk: Buffer, _encoding, done) {
        look(chunk);
        done(null, chunk);
      },
      flush(done) {
        const end = Buffer.concat(tail);
        tail = [end.subarray(-ARCHIVE_TAIL)];
        done();
      },
    }),
    size: () => size,
    hasZero: () => hasZero,
    markupAt: () => markupAt,
    endsAsArchive: () => endsAsArchive(Buffer.concat(tail)),
  };
}

const END_OF_ARCHIVE = Buffer.from('PK\x05\x06', 'latin1');

/** Four bytes can be a coincidence, so the rest of the record is checked: a single part, and two equal file counts. */
function endsAsArchive(tail: Buffer): boolean {
  let at = tail.indexOf(END_OF_ARCHIVE);
  for (; at >= 0 && at + 22 <= tail.length; at = tail.indexOf(END_OF_ARCHIVE, at + 1)) {
    const files = tail.readUInt16LE(at + 8);
    if (tail.readUInt32LE(at + 4) === 0 && files > 0 && files === tail.readUInt16LE(at + 10)) return true;
  }
  return false;
}
