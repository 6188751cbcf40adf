import { existsSync, statSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';

import { withCheckout } from './checkout.js';
import { type LoadOptions, type LoadedState, aboutOldState, loadOldState } from './load.js';
import { DiffProblem } from './problem.js';
import { findCommit, isRef } from './ref.js';

/** What `--against` names, and how. */
interface Against {
  readonly written: string;
  readonly fromMergeBase: boolean;
}

interface OldState extends LoadedState {
  /** The name of the state in messages: `origin/main (1a2b3c4)`. */
  readonly label: string;
}

/** Reads the state that `--against` names, and works with it while its files are there. */
export async function withOldState<T>(
  root: string,
  { written, fromMergeBase }: Against,
  options: LoadOptions,
  work: (state: OldState) => Promise<T>,
): Promise<T> {
  if (/^[a-z][a-z+.-]+:\/\//i.test(written)) throw new DiffProblem(notAnAddress(written));
  const load = async (folder: string, label: string) => {
    const state = await loadOldState(folder, label, options).catch((error: unknown) => {
      throw aboutOldState(error, label);
    });
    return work({ ...state, label });
  };
  const folder = resolve(root, written);
  if (isFolder(folder) && (isPath(written) || !(await isRef(root, written)))) {
    if (folder === resolve(root))
      throw new DiffProblem(`${written} is the project itself. Name the folder of another state.`);
    if (fromMergeBase) throw new DiffProblem(`${written} is a folder, and --merge-base needs a git ref.`);
    return load(folder, written);
  }
  if (isPath(written)) throw new DiffProblem(`The folder ${written} does not exist. Name a folder or a git ref.`);
  const commit = await findCommit(root, written, fromMergeBase);
  const where = fromMergeBase ? 'the merge base with ' : '';
  return withCheckout(root, commit, (files) => load(files, `${where}${written} (${commit.hash.slice(0, 9)})`));
}

/** A ref cannot begin with a dot, and no ref is an absolute path. */
function isPath(written: string): boolean {
  return /^\.{1,2}([/\\]|$)/.test(written) || isAbsolute(written);
}

function isFolder(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory();
}

function notAnAddress(written: string): string {
  return `${written} is an address, and a server does not show its row rules, limits and private attributes. Compare with the git ref that it runs: --against v1.4.0.`;
}
