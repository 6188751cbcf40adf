import { spawn } from 'node:child_process';

import { codeOf } from '../../diagnostics/thrown.js';
import { DiffProblem } from './problem.js';

interface GitAnswer {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface GitTask {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
}

/**
 * Settings under which git runs no program of the repository, and changes no text. A hook or a monitor may be a file
 * that the compared branch brings.
 */
const QUIET = ['core.hooksPath=/dev/null', 'core.fsmonitor=false', 'core.autocrlf=false', 'core.sparseCheckout=false'];

/** Runs git and waits for it. The exit code is part of the answer. */
export function askGit(args: readonly string[], { cwd, env = {}, input = '' }: GitTask): Promise<GitAnswer> {
  const settings = QUIET.flatMap((setting) => ['-c', setting]);
  return new Promise((resolve, reject) => {
    const git = spawn('git', [...settings, ...args], { cwd, env: { ...process.env, ...env, LC_ALL: 'C' } });
    let [stdout, stderr] = ['', ''];
    git.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    git.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    git.stdin.on('error', () => undefined);
    git.on('error', (error) => reject(codeOf(error) === 'ENOENT' ? new DiffProblem(NO_GIT) : error));
    git.on('close', (code) => resolve({ code, stdout, stderr }));
    git.stdin.end(input);
  });
}

const NO_GIT =
  'The program git is not installed, so a ref cannot be read. Install git, or name a folder: --against ./old.';

/** Runs git, and explains a failure. */
export async function runGit(args: readonly string[], task: GitTask): Promise<string> {
  const { code, stdout, stderr } = await askGit(args, task);
  if (code === 0) return stdout;
  const [reason = ''] = stderr.trim().split('\n').slice(-1);
  throw new DiffProblem(
    `git ${args[0] ?? ''} failed: ${reason}. Repair the repository, or name a folder: --against ./old.`,
  );
}
