import { isAbsolute, join, relative } from 'node:path';

import { type Config, configFiles } from '../config/index.js';
import type { WatchedFiles } from '../files/watch.js';
import { sharedPaths } from '../load/shared-files.js';
import { appFiles } from '../project/app-files.js';

/** Only code and JSON can change what is served. */
export const watchedPattern = /\.([cm]?[jt]sx?|json)$/;

/** The definitions, the files that they share, the config and the project's own code. */
export async function watchedFiles(
  config: Config,
  configFile: string | undefined,
  sources: readonly string[] = [],
): Promise<WatchedFiles> {
  const { root, content, output } = config;
  const generated = join(root, output);
  const isGenerated = (path: string) => isInside(relative(generated, path));
  const configs = [...configFiles, ...(configFile === undefined ? [] : [configFile])];
  const paths = [...content, ...(await sharedPaths(config)), ...configs, 'src', ...appFiles];
  return { paths: [...paths, ...sources.filter((path) => !isGenerated(path))], output };
}

function isInside(path: string): boolean {
  return !path.startsWith('..') && !isAbsolute(path);
}
