import { join } from 'node:path';

import type { GeneratedFile } from '../emit/index.js';
import { keyOf, openCache } from './cache.js';
import { type Prettier, loadPrettier, optionsFor } from './prettier.js';
import { findFormatter } from './project.js';

export interface FormatTask {
  /** The project's folder, absolute. */
  readonly root: string;
  /** The folder of the generated code, relative to it. */
  readonly output: string;
  readonly progress?: (done: number, total: number) => void;
}

/** Formats with the project's own prettier and options. What was formatted before is not formatted again. */
export async function formatFiles(
  task: FormatTask,
  files: readonly GeneratedFile[],
): Promise<readonly GeneratedFile[]> {
  const formatter = findFormatter(task.root, task.output);
  const folder = join(task.root, task.output);
  const cache = await openCache(task.root);

  const open = memoize(async () => {
    const prettier = await loadPrettier(formatter.module);
    return { prettier, options: await optionsFor(prettier, folder) };
  });
  const fingerprint = formatter.fingerprint ?? JSON.stringify((await open()).options);

  const entries = new Map<string, string>();
  const formatted: GeneratedFile[] = [];
  for (const file of files) {
    const key = keyOf(fingerprint, file.path, file.content);
    const content = cache.get(key) ?? (await formatOne(await open(), file));
    entries.set(key, content);
    formatted.push({ path: file.path, content });
    task.progress?.(formatted.length, files.length);
  }
  await cache.keep(entries);
  return formatted;
}

type Opened = { readonly prettier: Prettier; readonly options: Parameters<Prettier['format']>[1] };

async function formatOne({ prettier, options }: Opened, file: GeneratedFile): Promise<string> {
  return prettier.format(file.content, { ...options, filepath: file.path });
}

function memoize<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}
