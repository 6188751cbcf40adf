import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { type Inspection, inspect } from '../inspection.js';
import { type Remains, claimFolder, findRemains, showLife } from './remains.js';

/** A file that has come in but is not stored yet. */
export interface StagedFile {
  readonly path: string;
  /** What the client calls it. */
  readonly name: string;
  /** What the client says it is. */
  readonly declared: string;
  readonly inspection: Inspection;
}

/** What is going to be stored, or taken away, under which keys of which file. */
export interface Intent {
  readonly hash: string;
  readonly keys: readonly string[];
}

/** A folder of this process for files on their way; what a crash leaves in it is cleared away by a later process. */
export interface Staging {
  /** Writes what streams in to a file. */
  receive(stream: Readable, name: string, declared: string): Promise<StagedFile>;
  /** Takes files away that are not wanted any more, or were stored. */
  discard(files: readonly { readonly path: string }[]): Promise<void>;
  /** A path in the folder for a new file. */
  path(): string;
  /** Notes what storage will contain before the database knows of it. Call the result when both agree again. */
  note(intents: readonly Intent[]): Promise<() => Promise<void>>;
  /** What processes that are gone have left behind. */
  remains(): Promise<readonly Remains[]>;
}

export function openStaging(parent: string): Staging {
  const folder = claimFolder(parent);
  const path = () => join(folder, randomUUID());
  let used = false;
  // There is none before the first file; and whoever clears temporary folders may have cleared it since.
  const make = async () => {
    await mkdir(folder, { recursive: true });
    if (!used) showLife(folder);
    used = true;
  };
  return {
    path,
    remains: () => findRemains(parent),
    async receive(stream, name, declared) {
      await make();
      const target = path();
      const inspection = inspect();
      try {
        await pipeline(stream, inspection.stream, createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true }));
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
      await make();
      const file = `${path()}.intents`;
      await writeFile(file, JSON.stringify(intents), { flag: 'wx', flush: true });
      return () => rm(file, { force: true });
    },
  };
}
