import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';

import type { Range } from './range.js';

/** Streams a file, or a part of it. */
export function readStored(path: string, range?: Range): ReadableStream {
  // Node declares its web streams apart from the global ones, although both are the same classes.
  return Readable.toWeb(createReadStream(path, { ...range })) as ReadableStream;
}
