import { Transform } from 'node:stream';

import { TransferProblem } from '../problem.js';

/** An archive of this many unpacked bytes is no danger, however small the packed archive is. */
const FREE_BYTES = 256 * 1024 * 1024;
/** A larger archive may have this many unpacked bytes for each packed byte. Content has about 30, and a bomb 1000. */
const MOST_PER_BYTE = 250;

/** Passes unpacked bytes on, and stops an archive that was made to fill the disk or the time. */
export function unpackLimit(path: string, packed: number): Transform {
  const most = FREE_BYTES + packed * MOST_PER_BYTE;
  let total = 0;
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      total += piece.length;
      if (total <= most) return done(null, piece);
      const megabytes = Math.floor(most / 1024 / 1024);
      done(new TransferProblem(`${path} unpacks to more than ${megabytes} MB. It is no export.`));
    },
  });
}
