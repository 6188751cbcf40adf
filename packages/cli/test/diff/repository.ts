/** A git repository of a test, with a project in it. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { type Files, temporaryProject, workspace, writeFiles } from '../temporary-project.js';
import { symlinkSync } from 'node:fs';

/** The settings of the machine must not decide. */
const env = {
  ...process.env,
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'test',
  GIT_AUTHOR_EMAIL: 'test@example.org',
  GIT_COMMITTER_NAME: 'test',
  GIT_COMMITTER_EMAIL: 'test@example.org',
};

export interface Repository {
  /** The folder of the repository. */
  readonly top: string;
  /** The folder of the project in it. */
  readonly root: string;
  readonly git: (...args: readonly string[]) => string;
  /** Writes files of the project, and commits everything. */
  readonly commit: (message: string, files: Files) => void;
}

/** A repository on the branch main, whose project is in a folder of it. */
export function repository(files: Files, folder = 'apps/api'): Repository {
  const top = temporaryProject();
  const root = join(top, folder);
  const git = (...args: readonly string[]) =>
    execFileSync('git', args, { cwd: top, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  const commit = (message: string, changed: Files) => {
    writeFiles(root, changed);
    git('add', '--all');
    git('commit', '--quiet', '--allow-empty', '--message', message);
  };
  git('init', '--quiet', '--initial-branch=main');
  writeFiles(top, { '.gitignore': 'node_modules\n.content-gen\n' });
  commit('the first state', { 'package.json': '{ "type": "module" }', ...files });
  symlinkSync(join(workspace, 'fixtures', 'node_modules'), join(root, 'node_modules'));
  return { top, root, git, commit };
}
