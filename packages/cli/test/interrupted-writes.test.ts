/** Commands write all files or none: on a full disk, at Ctrl-C, and when they are killed between two files. */
import { execFileSync } from 'node:child_process';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

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

function signalled(root: string, signal: string, ...args: readonly string[]) {
  writeFiles(root, { '.content-gen/signal.mjs': signalling(signal) });
  return run(process.execPath, ['--import', join(root, '.content-gen/signal.mjs'), bin, ...args], root);
}

/** Files of more than some blocks of 1024 bytes cannot be written, as on a disk that is nearly full. */
function onSmallDisk(root: string, blocks: number, ...args: readonly string[]) {
  const command = ['ulimit -f "$0"; exec "$@"', String(blocks), process.execPath, bin, ...args];
  return run('bash', ['-c', ...command], root);
}

const long = Array.from({ length: 400 }, (_, index) => `attribute${index}: { type: 'string' }`);
const small = { 'content/alpha.ts': definition('alpha', ["name: { type: 'string' }"]) };
const two = { ...small, 'content/beta.ts': definition('beta', ["name: { type: 'string' }"]) };

/** Journals of writes under way, and temporary files, also those that `filesIn` leaves out. */
async function leftovers(root: string): Promise<readonly string[]> {
  const names = await readdir(root, { recursive: true });
  return names.filter((name) => /\.tmp$|writing-/.test(name));
}

/** The files of a run that nothing disturbs. */
async function undisturbed(files: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const root = project(files);
  expect(await inProcess(root, args)).toMatchObject({ code: 0 });
  return filesIn(root);
}

describe('generate', () => {
  test('writes nothing if the disk has no room for one of the files', async () => {
    const root = project(small);
    await inProcess(root, ['generate']);
    const before = await filesIn(root);
    const changed = { 'content/alpha.ts': definition('alpha', ['name: { type: "string" }', ...long]) };
    writeFiles(root, changed);
    const outcome = await onSmallDisk(root, 10, 'generate');
    expect(outcome).toMatchObject({ code: 1 });
    expect(outcome.stderr).toContain('CG404');
    expect(await filesIn(root)).toEqual({ ...before, ...changed });
    expect(await leftovers(root)).toEqual([]);
  });

  test('writes all files at Ctrl-C', async () => {
    const root = project(two);
    expect(await signalled(root, 'SIGINT', 'generate')).toMatchObject({ code: null });
    expect(await filesIn(root)).toEqual(await undisturbed(two, 'generate'));
    expect(await leftovers(root)).toEqual([]);
  });

  test('ends the work of a killed run, and knows its files', async () => {
    const root = project(two);
    await inProcess(root, ['generate']);
    const changed = { ...two, 'content/beta.ts': definition('beta', ["title: { type: 'string' }"]) };
    writeFiles(root, changed);
    expect(await signalled(root, 'SIGKILL', 'generate')).toMatchObject({ code: null });
    expect(await leftovers(root)).not.toEqual([]);

    // Files of the killed run are no edits by hand, also if the definitions change once more.
    const again = { ...two, 'content/beta.ts': definition('beta', ["label: { type: 'string' }"]) };
    writeFiles(root, again);
    expect(await inProcess(root, ['generate'])).toMatchObject({ code: 0, stderr: '' });
    expect(await filesIn(root)).toEqual(await undisturbed(again, 'generate'));
    expect(await leftovers(root)).toEqual([]);
  });

  test('keeps a file that was edited after the run was killed', async () => {
    const root = project(two);
    await signalled(root, 'SIGKILL', 'generate');
    const mine = { 'src/content/index.ts': '// mine\n' };
    writeFiles(root, mine);
    const outcome = await inProcess(root, ['generate']);
    expect(outcome).toMatchObject({ code: 1 });
    expect(outcome.stderr).toContain('CG401');
    expect(await filesIn(root)).toMatchObject(mine);
    expect(await leftovers(root)).toEqual([]);
  });

  test('removes the files of a run that was killed before all contents were on the disk', async () => {
    const root = project(small);
    const id = '00000000-0000-4000-8000-000000000000';
    const temporary = `src/content/.index.ts.${id}.tmp`;
    const writes = [{ path: 'src/content/index.ts', temporary, before: null }];
    writeFiles(root, {
      [temporary]: 'half of',
      [`.content-gen/writing-${id}.staging.json`]: { pid: deadPid(), writes, deletes: [], top: '.', folders: [] },
    });
    expect(await inProcess(root, ['generate'])).toMatchObject({ code: 0 });
    expect(await leftovers(root)).toEqual([]);
    expect(await filesIn(root)).toEqual(await undisturbed(small, 'generate'));
  });
});

/** The id of a process that has ended. */
function deadPid(): number {
  return Number(execFileSync(process.execPath, ['-p', 'process.pid'], { encoding: 'utf8' }));
}

describe('init', () => {
  test('creates all files at Ctrl-C', async () => {
    const root = project();
    expect(await signalled(root, 'SIGINT', 'init', '--yes')).toMatchObject({ code: null });
    const { 'package.json': _, ...files } = await filesIn(root);
    expect(await undisturbed({}, 'init', '--yes')).toMatchObject(files);
    expect(Object.keys(files)).toHaveLength(8);
  });

  test('a second run creates what a killed one has left out', async () => {
    const root = project();
    expect(await signalled(root, 'SIGKILL', 'init', '--yes')).toMatchObject({ code: null });
    expect(Object.keys(await filesIn(root)).filter((path) => !path.endsWith('.tmp')).length).toBeLessThan(9);
    expect(await inProcess(root, ['init', '--yes'])).toMatchObject({ code: 0 });
    expect(Object.keys(await filesIn(root))).toHaveLength(9);
    expect(await leftovers(root)).toEqual([]);
  });

  test('writes nothing and makes no folders on a full disk', async () => {
    const root = project();
    await rm(join(root, '.content-gen'), { recursive: true, force: true });
    const outcome = await onSmallDisk(root, 0, 'init', '--yes');
    expect(outcome).toMatchObject({ code: 1 });
    expect(outcome.stderr).toContain('The disk reports an error');
    expect((await readdir(root)).filter((name) => name !== '.content-gen')).toEqual([]);
  });
});

describe('move', () => {
  const schema = {
    kind: 'collectionType',
    collectionName: 'notes',
    info: { singularName: 'note', pluralName: 'notes', displayName: 'Note' },
    attributes: { title: { type: 'string' } },
  };
  const strapi = {
    'package.json': JSON.stringify({ name: 'cms', dependencies: { '@strapi/strapi': '5.0.0' } }),
    'src/api/note/content-types/note/schema.json': JSON.stringify(schema),
  };

  test('a second run writes what a killed one has left out, and takes no file for a changed one', async () => {
    const root = project(strapi);
    expect(await signalled(root, 'SIGKILL', 'move')).toMatchObject({ code: null });
    const second = await inProcess(root, ['move']);
    expect(second).toMatchObject({ code: 0 });
    expect(second.stdout).not.toContain('keep');
    expect(Object.keys(await filesIn(root)).sort()).toEqual(Object.keys(await undisturbed(strapi, 'move')).sort());
    expect(await leftovers(root)).toEqual([]);
  });
});

describe('migrate create', () => {
  test('writes no part of a migration on a full disk', async () => {
    const root = project({ 'content/alpha.ts': definition('alpha', long) }, { packages: true });
    const outcome = await onSmallDisk(root, 12, 'migrate', 'create', 'first');
    expect(outcome).toMatchObject({ code: 1 });
    expect(outcome.stderr).toContain('The disk reports an error');
    expect(await readdir(root)).not.toContain('migrations');
  });

  test('a second run ends the migration of a killed one', async () => {
    const root = project(two, { packages: true });
    expect(await signalled(root, 'SIGKILL', 'migrate', 'create', 'first')).toMatchObject({ code: null });
    const second = await inProcess(root, ['migrate', 'create']);
    expect(second).toMatchObject({ code: 0 });
    expect(second.stdout).toContain('Nothing to do');
    const names = await readdir(join(root, 'migrations'));
    expect(names.map((name) => name.replace(/^\w+_/, ''))).toEqual(['first.snapshot', 'first.sql']);
  });
});
