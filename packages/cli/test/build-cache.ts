/** The environment of a build in a clone, which is the build of the workspace, because its sources are the same. */
import { execFileSync } from 'node:child_process';
import { dirname, join, resolve } from 'node:path';

import { workspace } from './temporary-project.js';

/** Worktrees of git share the cache of the first one. */
export function buildCache(): { readonly TURBO_CACHE_DIR: string } {
  const git = execFileSync('git', ['rev-parse', '--git-common-dir'], { cwd: workspace, encoding: 'utf8' }).trim();
  return { TURBO_CACHE_DIR: join(dirname(resolve(workspace, git)), '.turbo', 'cache') };
}
