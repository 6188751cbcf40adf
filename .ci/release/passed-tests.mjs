// Which commits have passed which tests: lines `<commit> <suite>` in a file of the git folder, which all worktrees of a
// clone share. The file is no part of a commit, so it can name the commit.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { output, root } from './commands.mjs';

/** The suites that a commit must pass before it is published, with their commands. */
export const suites = { test: 'npm test', deep: 'npm run test:deep' };

/** The commit whose files are in the working tree. `null` if a file differs from it, and outside a git checkout. */
export function cleanCommit() {
  // In a folder of another repository, git would answer with a commit of that one.
  if (git('rev-parse', '--show-prefix') !== '' || git('status', '--porcelain') !== '') return null;
  return git('rev-parse', '--verify', 'HEAD') ?? null;
}

/**
 * Call it after the whole suite has passed. `startedAt` is what `cleanCommit()` returned when the suite started: a
 * commit that was made while the tests ran has not passed them.
 */
export function recordPassed(suite, startedAt = cleanCommit()) {
  const commit = cleanCommit();
  if (commit === null || commit !== startedAt || hasPassed(commit, suite)) return;
  appendFileSync(listFile(), `${commit} ${suite}\n`);
}

export function hasPassed(commit, suite) {
  const file = listFile();
  return existsSync(file) && readFileSync(file, 'utf8').split('\n').includes(`${commit} ${suite}`);
}

function listFile() {
  return join(resolve(root, git('rev-parse', '--git-common-dir')), 'tests-passed');
}

function git(...args) {
  return output(['git', ...args], { mayFail: true });
}
