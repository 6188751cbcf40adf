import { Transform } from 'node:stream';

/** What is noticed about a file while it streams past: things that its first bytes do not tell. */
export interface Inspection {
  readonly stream: Transform;
  readonly size: () => number;
  /** Text has no zero bytes. */
  readonly hasZero: () => boolean;
  /** Where markup that a browser or a server would run begins; `Infinity` where there is none. */
  readonly markupAt: () => number;
  /** Ends as a ZIP archive does, so that it is one whatever it begins with. */
  readonly endsAsArchive: () => boolean;
}

const MARKUP = /<(?:script|html|!doctype html|iframe|\?php)[\s>/]/i;
/** The longest markup less one byte: what has to be kept of a chunk to see what lies across two. */
const OVERLAP = 16;
/** The end of a ZIP archive: 22 bytes and a comment. */
const ARCHIVE_TAIL = 22 + 65_535;

export function inspect(): Inspection {
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
    while (tailSize - tail[0]!.length >= ARCHIVE_TAIL) tailSize -= tail.shift()!.length;
  };

  return {
    stream: new Transform({
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

/** Four bytes could be chance: the record also says that it is the only part, and how many files there are, twice. */
function endsAsArchive(tail: Buffer): boolean {
  let at = tail.indexOf(END_OF_ARCHIVE);
  for (; at >= 0 && at + 22 <= tail.length; at = tail.indexOf(END_OF_ARCHIVE, at + 1)) {
    const files = tail.readUInt16LE(at + 8);
    if (tail.readUInt32LE(at + 4) === 0 && files > 0 && files === tail.readUInt16LE(at + 10)) return true;
  }
  return false;
}
