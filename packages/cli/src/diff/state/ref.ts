import { DiffProblem } from './problem.js';
import { askGit } from './git.js';

/** A commit, and the place of the project in its repository. */
export interface Commit {
  readonly hash: string;
  /** The folder of the repository. */
  readonly top: string;
  /** `packages/api/`, or nothing. */
  readonly prefix: string;
}

/** Whether a folder is in a repository that knows a ref. Without git, no name is a ref. */
export async function isRef(root: string, ref: string): Promise<boolean> {
  return (await hashOf(root, ref).catch(() => undefined)) !== undefined;
}

/** Finds the commit of a ref: itself, or the commit where this branch left it. */
export async function findCommit(root: string, ref: string, fromMergeBase: boolean): Promise<Commit> {
  const place = await askGit(['rev-parse', '--show-toplevel', '--show-prefix'], { cwd: root });
  if (place.code !== 0) throw new DiffProblem(noRepository(ref, place.stderr));
  const [top = root, prefix = ''] = place.stdout.split('\n');
  const hash = await hashOf(root, ref);
  if (hash === undefined) throw new DiffProblem(await unknownRef(root, ref));
  if (!fromMergeBase) return { hash, top, prefix };
  const base = await askGit(['merge-base', hash, 'HEAD'], { cwd: root });
  if (base.code !== 0) throw new DiffProblem(await noMergeBase(root, ref));
  return { hash: base.stdout.trim(), top, prefix };
}

async function hashOf(root: string, ref: string): Promise<string | undefined> {
  if (ref.startsWith('-')) return undefined;
  const { code, stdout } = await askGit(['rev-parse', '--verify', '--quiet', `${ref}^{commit}`], { cwd: root });
  return code === 0 ? stdout.trim() : undefined;
}

function noRepository(ref: string, reason: string): string {
  if (/dubious ownership/.test(reason)) {
    return 'git refuses this repository, because another account owns it. Run "git config --global --add safe.directory <folder>" first.';
  }
  return `This folder is in no git repository, and ${ref} is no folder. Name a folder with the old state: --against ./old.`;
}

async function unknownRef(root: string, ref: string): Promise<string> {
  const start = `git does not know ${ref}`;
  if (await isShallow(root)) {
    return `${start}, because the clone is shallow. Run "git fetch --unshallow origin", or check out with fetch-depth: 0 in CI.`;
  }
  return `${start}. Run "git fetch origin", and name a branch, a tag or a commit, such as origin/main.`;
}

async function noMergeBase(root: string, ref: string): Promise<string> {
  if (await isShallow(root)) {
    return `The clone is shallow, so git cannot tell where this branch left ${ref}. Run "git fetch --unshallow origin", or check out with fetch-depth: 0 in CI.`;
  }
  return `This branch and ${ref} have no common commit. Leave --merge-base out to compare with ${ref} itself.`;
}

async function isShallow(root: string): Promise<boolean> {
  const { stdout } = await askGit(['rev-parse', '--is-shallow-repository'], { cwd: root });
  return stdout.trim() === 'true';
}
