import { writeFileSync } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

import { pack } from 'tar-stream';

import { removeOnExit } from './partial-file.js';

export interface ArchiveWriter {
  text(path: string, content: string): Promise<void>;
  stream(path: string, size: number, bytes: Readable): Promise<void>;
}

/** The header says nothing about the run, so that the same content gives the same bytes. */
const HEADER = { mtime: new Date(0), mode: 0o644, uid: 0, gid: 0 };

/** Writes an archive; compressed, unless its name ends with `.tar`. The file appears when the archive is complete. */
export async function writeArchive(path: string, work: (archive: ArchiveWriter) => Promise<void>): Promise<void> {
  const tar = pack();
  const partial = `${path}.${process.pid}.partial`;
  const keep = removeOnExit(partial);
  // The file exists before its content can fail: a stream that opens the file later could open it after its removal.
  const file = await create(partial).catch((error: unknown) => {
    keep();
    throw error;
  });
  const target = file.createWriteStream();
  const written = path.endsWith('.tar') ? pipeline(tar, target) : pipeline(tar, createGzip({ level: 6 }), target);
  const text: ArchiveWriter['text'] = (name, content) =>
    new Promise((resolve, reject) => {
      tar.entry({ ...HEADER, name }, content, (error) => (error ? reject(error) : resolve()));
    });
  const stream: ArchiveWriter['stream'] = async (name, size, bytes) => {
    const entry = tar.entry({ ...HEADER, name, size });
    // tar-stream checks that the bytes are as many as the header says.
    await pipeline(bytes, entry);
  };
  try {
    await Promise.race([work({ text, stream }), written]);
    tar.finalize();
    await written;
    await finished(target).catch(() => undefined);
    await rename(partial, path);
  } catch (error) {
    tar.destroy();
    await written.catch(() => undefined);
    await rm(partial, { force: true });
    throw error;
  } finally {
    keep();
  }
}

/** The file is created in one step, so a signal finds no file, or a file that the listener of the signal removes. */
async function create(path: string): Promise<FileHandle> {
  writeFileSync(path, '', { mode: 0o600 });
  return open(path, 'w');
}
