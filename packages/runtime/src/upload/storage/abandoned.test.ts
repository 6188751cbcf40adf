import { mkdir, mkdtemp, readdir, rename, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { claimFolder, findAbandoned } from './abandoned.js';
import { openStaging } from './staging.js';

let parent: string;
const at = (path: string) => ({ staging: { path }, place: 'here' });
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'content-gen-abandoned-'));
});
afterEach(() => rm(parent, { recursive: true, force: true }));

/** Renames a folder of this process, so that it belongs to another process or another machine. */
async function left(change: (parts: string[]) => string[], age: number): Promise<string> {
  const staging = openStaging(at(parent));
  await staging.note([{ hash: 'h', keys: ['h.png'] }]);
  const [name] = (await readdir(parent)).filter((each) => !made.includes(each));
  const [machine, pid, rest] = name!.split('.');
  const path = join(parent, change([machine!, pid!, rest!]).join('.'));
  await rename(join(parent, name!), path);
  const then = new Date(Date.now() - age);
  await utimes(path, then, then);
  made.push(basename(path));
  return path;
}
const made: string[] = [];

const HOUR = 3_600_000;
/** No process has this id. */
const dead = '99999999';

it('findAbandoned finds the folders of processes that have ended, on this and on other machines, and no others', async () => {
  await mkdir(claimFolder(parent));
  made.push(...(await readdir(parent)));
  const gone = [
    await left(([machine, , rest]) => [machine!, dead, rest!], 0),
    await left(([machine, pid]) => [machine!, pid!, '000000000001'], 0),
    await left(([, pid, rest]) => ['elsewhere', pid!, rest!], 2 * HOUR),
  ];
  const alive = [
    await left(([, pid, rest]) => ['elsewhere', pid!, rest!], HOUR / 2),
    await left(([machine, , rest]) => [machine!, String(process.ppid), rest!], 2 * HOUR),
  ];
  await mkdir(join(parent, 'something else'));

  const abandoned = await findAbandoned(at(parent));
  expect(abandoned.map(({ intents }) => intents)).toEqual(gone.map(() => [{ hash: 'h', keys: ['h.png'] }]));
  await Promise.all(abandoned.map(({ clear }) => clear()));
  const rest = await readdir(parent);
  for (const path of gone) expect(rest).not.toContain(basename(path));
  for (const path of alive) expect(rest).toContain(basename(path));
});

it('findAbandoned finds nothing before there is a folder', async () => {
  expect(await findAbandoned(at(join(parent, 'none')))).toEqual([]);
});
