import { randomUUID } from 'node:crypto';
import { mkdir, open, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

import type { Staging, Storage } from '../../content/index.js';
import { inspect } from '../file-type/inspection.js';
import { claimFolder, startHeartbeat } from './abandoned.js';
import { makePrivate } from './private-folder.js';

export function openStaging({ staging, place }: Pick<Storage, 'staging' | 'place'>): Staging {
  const folder = claimFolder(staging.path);
  const path = () => join(folder, randomUUID());
  let isUsed = false;
  // The folder is made for every file, because another program may have deleted it.
  const makeFolder = async () => {
    await makePrivate(staging);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if (!isUsed) startHeartbeat(folder);
    isUsed = true;
  };
  return {
    path,
    async receive(stream, name, declared) {
      await makeFolder();
      const target = path();
      const { inspector, ...inspection } = inspect();
      // The file exists before the stream can fail: a stream that opens it could do so after it was removed.
      const file = await open(target, 'wx', 0o600);
      try {
        await pipeline(stream, inspector, file.createWriteStream({ flush: true }));
      } catch (error) {
        await rm(target, { force: true });
        throw error;
      }
      return { path: target, name, declared, inspection };
    },
    async discard(files) {
      await Promise.all(files.map((file) => rm(file.path, { force: true })));
    },
    async note(intents) {
      await makeFolder();
      const file = `${path()}.intents`;
      await writeFile(file, JSON.stringify({ place, intents }), { flag: 'wx', mode: 0o600, flush: true });
      return () => rm(file, { force: true });
    },
  };
}
