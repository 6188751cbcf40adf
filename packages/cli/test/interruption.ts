/** Commands that are interrupted while they write: on a full disk, at Ctrl-C, and when they are killed between two files. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { expect } from 'vitest';

import { bin, definition, filesIn, project, run, writeFiles } from './command-line.js';
import { inProcess } from './in-process.js';

/** Loaded before the command line: sends the process a signal when it replaces its second file of the project. */
const signalling = (signal: string) => `
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

let replaced = 0;
const atSecond = (target) => {
  if (String(target).includes('.content-gen') || ++replaced !== 2) return;
  process.kill(process.pid, '${signal}');
};
const { renameSync } = fs;
const { rename } = fs.promises;
fs.renameSync = (from, to) => (atSecond(to), renameSync(from, to));
fs.promises.rename = (from, to) => (atSecond(to), rename(from, to));
syncBuiltinESMExports();
`;

export function signalled(root: string, signal: string, ...args: readonly string[]) {
  writeFiles(root, { '.content-gen/signal.mjs': signalling(signal) });
  return run(process.execPath, ['--import', join(root, '.content-gen/signal.mjs'), bin, ...args], root);
}

/** Files of more than some blocks of 1024 bytes cannot be written, as on a disk that is nearly full. */
export function onSmallDisk(root: string, blocks: number, ...args: readonly string[]) {
  const command = ['ulimit -f "$0"; exec "$@"', String(blocks), process.execPath, bin, ...args];
  return run('bash', ['-c', ...command], root);
}

export const long = Array.from({ length: 400 }, (_, index) => `attribute${index}: { type: 'string' }`);
export const small = { 'content/alpha.ts': definition('alpha', ["name: { type: 'string' }"]) };
export const two = { ...small, 'content/beta.ts': definition('beta', ["name: { type: 'string' }"]) };

/** Journals of writes under way, and temporary files, also those that `filesIn` leaves out. */
export async function leftovers(root: string): Promise<readonly string[]> {
  const names = await readdir(root, { recursive: true });
  return names.filter((name) => /\.tmp$|writing-/.test(name));
}

/** The files of a run that nothing disturbs. */
export async function undisturbed(files: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const root = project(files);
  expect(await inProcess(root, args)).toMatchObject({ code: 0 });
  return filesIn(root);
}
