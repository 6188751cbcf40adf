import { isAbsolute, join, relative } from 'node:path';

import { type Config, configFiles } from '../config/index.js';
import type { WatchedFiles } from '../files/watch.js';
import { appFiles } from '../project/app-files.js';

/** Only code and JSON can change what is served. */
export const watchedPattern = /\.([cm]?[jt]sx?|json)$/;

/** The definitions, the config and the project's own code. */
export function watchedFiles(
  { root, content, output }: Config,
  configFile: string | undefined,
  sources: readonly string[] = [],
): WatchedFiles {
  const generated = join(root, output);
  const isGenerated = (path: string) => isInside(relative(generated, path));
  const paths = [...content, ...configFiles, ...(configFile === undefined ? [] : [configFile]), 'src', ...appFiles];
  return { paths: [...paths, ...sources.filter((path) => !isGenerated(path))], output };
}

function isInside(path: string): boolean {
  return !path.startsWith('..') && !isAbsolute(path);
}
