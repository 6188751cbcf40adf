import { join } from 'node:path';

import type { GeneratedFile } from '../files/generated-file.js';
import { cacheKey, openFormatCache } from './cache.js';
import { formatInThreads } from './threads.js';
import { formatSources, loadPrettier, optionsFor } from './prettier.js';
import { findFormatter } from './formatter.js';

interface FormatTask {
  /** The project's folder, absolute. */
  readonly root: string;
  /** The folder of the generated code, relative to the root. */
  readonly output: string;
  readonly progress?: (done: number, total: number) => void;
}

/** Formats files with the project's own prettier and options, and uses the cache for unchanged files. */
export async function formatFiles(
  { root, output, progress }: FormatTask,
  files: readonly GeneratedFile[],
): Promise<readonly GeneratedFile[]> {
  const folder = join(root, output);
  const formatter = findFormatter(root, output);
  const fingerprint = formatter.fingerprint ?? (await fingerprintOf(formatter.module, folder));
  const cache = await openFormatCache(root);

  const keyed = files.map((file) => ({ ...file, key: cacheKey(fingerprint, file.path, file.content) }));
  const pending = keyed.filter(({ key }) => cache.get(key) === undefined);
  const known = files.length - pending.length;
  const made = await formatInThreads(
    { module: formatter.module, folder, sources: pending.map(({ content }) => content) },
    (done) => progress?.(known + done, files.length),
  );

  const fresh = new Map(pending.map(({ key }, index) => [key, made[index]]));
  const formatted = keyed.map(({ path, key, content }) => ({
    path,
    key,
    content: fresh.get(key) ?? cache.get(key) ?? content,
  }));
  await cache.keep(new Map(formatted.map(({ key, content }) => [key, content])));
  return formatted.map(({ path, content }) => ({ path, content }));
}

/** Loads prettier, which takes most of the time for a few files. */
export async function prepareToFormat({ root, output }: FormatTask): Promise<void> {
  const { module } = findFormatter(root, output);
  await formatSources({ module, folder: join(root, output), sources: ['export {};\n'] }, () => undefined);
}

/** The options of a config that is a program. Such options can change at any time, so the program runs every time. */
async function fingerprintOf(module: string, folder: string): Promise<string> {
  return JSON.stringify(await optionsFor(await loadPrettier(module), folder));
}
