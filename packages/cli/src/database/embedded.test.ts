import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import postgres from 'postgres';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';

import { type EmbeddedDatabase, type EmbeddedProgress, startEmbedded } from './embedded.js';
import { findPostmaster } from './postmaster.js';

let root: string;
const started: EmbeddedDatabase[] = [];

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'content-gen-test-'));
  // `mkdtemp` denies access to other accounts, and PostgreSQL may run under one.
  await chmod(root, 0o755);
});

afterEach(async () => {
  await Promise.all(started.splice(0).map((database) => database.stop()));
  await rm(root, { recursive: true, force: true, maxRetries: 10 });
});

/** Data that initdb has made already, for tests about later starts. */
function giveData(): void {
  // Unlike Node's own, this `cp` keeps the account that the files belong to.
  execFileSync('cp', ['-a', inject('database'), join(root, '.content-gen')]);
}

async function start(options: { fresh?: boolean } = {}) {
  const progress: EmbeddedProgress['kind'][] = [];
  const database = await startEmbedded({ root, ...options, report: ({ kind }) => progress.push(kind) });
  started.push(database);
  return { ...database, progress };
}

async function query(url: string, text: string) {
  const sql = postgres(url, { max: 1 });
  try {
    return await sql.unsafe(text);
  } finally {
    await sql.end();
  }
}

test('data survives a stop and a start', async () => {
  const first = await start();
  expect(first.progress).toEqual(['creating']);
  await query(first.url, 'create table kept (n int); insert into kept values (1)');
  await first.stop();
  expect(findPostmaster(first.folder)).toBeUndefined();

  const second = await start();
  expect(second.progress).toEqual([]);
  expect(await query(second.url, 'select n from kept')).toEqual([{ n: 1 }]);
});

test('text is UTF-8 and uses PostgreSQL’s builtin collation', async () => {
  giveData();
  const { url } = await start();
  expect(await query(url, 'show server_encoding')).toEqual([{ server_encoding: 'UTF8' }]);
  expect(await query(url, `select lower('ÉCOLE Ω') as low, 'É' ilike 'é' as same`)).toEqual([
    { low: 'école ω', same: true },
  ]);
});

test('only readers of the data folder can log in', async () => {
  giveData();
  const { url, folder } = await start();
  const guess = url.replace(/:[^:@]+@/, ':password@');
  await expect(query(guess, 'select 1')).rejects.toThrow(/password authentication failed/);
  expect((await stat(folder)).mode & 0o077).toBe(0);
});

test('a second start on data in use is an error', async () => {
  giveData();
  await start();
  await expect(start()).rejects.toThrow(/Another "content-gen serve" uses/);
});

test('the lock file of a crash is ignored, even if its process id is in use again', async () => {
  giveData();
  const first = await start();
  const lock = await readFile(join(first.folder, 'postmaster.pid'), 'utf8');
  await first.stop();
  await writeFile(join(first.folder, 'postmaster.pid'), lock.replace(/^\d+/, String(process.pid)));

  const second = await start();
  expect(await query(second.url, 'select 1 as n')).toEqual([{ n: 1 }]);
});

test('a killed server starts again with all committed data', async () => {
  giveData();
  const first = await start();
  await query(first.url, 'create table kept (n int); insert into kept values (2)');
  process.kill(first.pid, 'SIGKILL');

  const second = await start();
  expect(await query(second.url, 'select n from kept')).toEqual([{ n: 2 }]);
});

test('--fresh starts with an empty database', async () => {
  giveData();
  const first = await start();
  await query(first.url, 'create table gone (n int)');
  await first.stop();

  const second = await start({ fresh: true });
  expect(await query(second.url, `select to_regclass('gone') as found`)).toEqual([{ found: null }]);
});

test('data of another major version is an error with an explanation', async () => {
  giveData();
  const first = await start();
  await first.stop();
  await writeFile(join(first.folder, 'PG_VERSION'), '9\n');
  await expect(start()).rejects.toThrow(/PostgreSQL 9 wrote the data .*--fresh/);
});
