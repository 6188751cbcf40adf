import { createDecipheriv, scryptSync } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { posix } from 'node:path';
import { Readable, type Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';

import { extract } from 'tar-stream';

import { messageOf } from '../../diagnostics/thrown.js';
import { TransferProblem } from '../problem.js';
import { unpackLimit } from './unpack-limit.js';

/** A file in an archive. The bytes of a file must be read before the next file is asked for. */
interface ArchiveEntry {
  /** A checked relative path with `/`. */
  readonly path: string;
  readonly size: number;
  readonly bytes: Readable;
}

export interface ArchiveFile {
  readonly path: string;
  readonly key: string | undefined;
}

/** More entries than any export has, but few enough to stop an archive that was made to fill memory or time. */
const MOST_ENTRIES = 5_000_000;

/** The entries of a tar, tar.gz or encrypted archive, in order. Fails if the archive is damaged or ends too early. */
export async function* entriesOf(archive: ArchiveFile): AsyncIterable<ArchiveEntry> {
  const tar = extract();
  const { stages, size: packed } = await stagesOf(archive);
  const source = createReadStream(archive.path);
  const fail = (error: Error) => tar.destroy(error);
  // `pipeline` would end with the tar stream before the loop has read the last entry.
  const last = [...stages, unpackLimit(archive.path, packed)].reduce<Readable>((from, stage) => {
    from.on('error', fail);
    return from.pipe(stage);
  }, source);
  last.on('error', fail);
  last.pipe(tar);
  let count = 0;
  try {
    for await (const entry of tar) {
      const { name, type, size = 0 } = entry.header;
      if (++count > MOST_ENTRIES) throw new TransferProblem(`${archive.path} has more than ${MOST_ENTRIES} entries.`);
      if (type === 'file' || type === 'contiguous-file') {
        const path = checkedPath(name, archive.path);
        // The streams of tar-stream have the methods of Node's streams, but not their type.
        yield { path, size, bytes: Readable.from(bytesOf(entry as AsyncIterable<Buffer>, archive)) };
      } else if (type !== 'directory') {
        throw new TransferProblem(`${archive.path} contains ${name}, a ${type}. Only files are allowed.`);
      }
      entry.resume();
    }
  } catch (error) {
    throw problemOf(archive, error);
  } finally {
    source.destroy();
  }
}

/** The bytes of an entry. Damage shows while the bytes are read. */
async function* bytesOf(entry: AsyncIterable<Buffer>, archive: ArchiveFile): AsyncIterable<Buffer> {
  try {
    yield* entry;
  } catch (error) {
    throw problemOf(archive, error);
  }
}

function problemOf({ path, key }: ArchiveFile, error: unknown): TransferProblem {
  if (error instanceof TransferProblem) return error;
  const hint =
    key === undefined ? 'it is not an export, or it was cut off' : 'the key is wrong, or the file was cut off';
  return new TransferProblem(`${path} is not readable: ${hint} (${messageOf(error)}).`, { cause: error });
}

/** Old archives from Windows have backslashes. */
function checkedPath(name: string, archive: string): string {
  const path = posix.normalize(name.includes('/') ? name : name.replaceAll('\\', '/')).replace(/^\.\//, '');
  if (posix.isAbsolute(path) || path.startsWith('../') || path === '..' || path.includes('\0')) {
    throw new TransferProblem(`${archive} contains the path ${JSON.stringify(name)}, which leads out of the archive.`);
  }
  return path;
}

const GZIP = Buffer.from([0x1f, 0x8b]);

/** The stages that unpack a file, and the size of the file. */
async function stagesOf({ path, key }: ArchiveFile): Promise<{ stages: readonly Transform[]; size: number }> {
  const { head, size } = await headOf(path);
  if (head.subarray(0, 2).equals(GZIP)) return { stages: [createGunzip()], size };
  if (head.subarray(257, 262).toString('latin1') === 'ustar') return { stages: [], size };
  if (key === undefined) {
    const encrypted = path.endsWith('.enc');
    throw new TransferProblem(
      encrypted
        ? `${path} is encrypted. Give its key with --key.`
        : `${path} is not an export: it is neither a tar file nor compressed with gzip. If it is encrypted, give its key with --key.`,
    );
  }
  // A decipher holds back the last block, because this block may be padding.
  const [first] = decipher(key).update(head.subarray(0, 32));
  return { stages: first === GZIP[0] ? [decipher(key), createGunzip()] : [decipher(key)], size };
}

/** The algorithm of `strapi export`: AES-128 in ECB mode, with a key from scrypt with an empty salt. */
function decipher(key: string) {
  return createDecipheriv('aes-128-ecb', scryptSync(key, '', 16), null).setAutoPadding(true);
}

async function headOf(path: string): Promise<{ head: Buffer; size: number }> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new TransferProblem(`${path} is not readable (${error.code}).`);
  });
  if (!found.isFile()) throw new TransferProblem(`${path} is not a file.`);
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(512), 0, 512, 0);
    return { head: buffer.subarray(0, bytesRead), size: found.size };
  } finally {
    await file.close();
  }
}
