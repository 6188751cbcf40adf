import { chmod, chown, lstat, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { checkPrivate, makePrivate } from './private-folder.js';

let parent: string;
let path: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'content-gen-private-'));
  path = join(parent, 'state', 'uploads');
});
afterEach(() => rm(parent, { recursive: true, force: true }));

const modeOf = async (folder: string) => (await lstat(folder)).mode & 0o777;
const isRoot = process.getuid?.() === 0;
const OTHER_ACCOUNT = 12_345;

describe('a private folder', () => {
  it('is closed to other accounts', async () => {
    expect(await checkPrivate({ path })).toBe(false);
    await makePrivate({ path });
    expect(await modeOf(path)).toBe(0o700);
    expect(await checkPrivate({ path })).toBe(true);
  });

  it('is closed if it was open', async () => {
    await mkdir(path, { recursive: true });
    await chmod(path, 0o777);
    await makePrivate({ path });
    expect(await modeOf(path)).toBe(0o700);
  });

  it('is not a link, and not a file', async () => {
    await mkdir(join(parent, 'state'));
    await symlink(parent, path);
    await expect(makePrivate({ path })).rejects.toThrow(`${path} must be a folder, and not a link`);
    await expect(checkPrivate({ path })).rejects.toThrow('not a link');
    await rm(path);
    await symlink(join(parent, 'nowhere'), path);
    await expect(makePrivate({ path })).rejects.toThrow('not a link');
    await rm(path);
    await writeFile(path, '');
    await expect(makePrivate({ path })).rejects.toThrow('must be a folder');
  });

  it('is not below a link, if it is in the state folder', async () => {
    const state = join(parent, 'state');
    await mkdir(join(parent, 'elsewhere'));
    await symlink(join(parent, 'elsewhere'), state);
    await expect(makePrivate({ path, state })).rejects.toThrow(`${state} must be a folder, and not a link`);
  });

  it.runIf(isRoot)('belongs to the account of the server, and so does the state folder', async () => {
    const state = join(parent, 'state');
    await mkdir(path, { recursive: true });
    await chown(path, OTHER_ACCOUNT, OTHER_ACCOUNT);
    await expect(makePrivate({ path })).rejects.toThrow(`${path} must belong to the account of the server (0)`);
    await chown(path, 0, 0);
    await chown(state, OTHER_ACCOUNT, OTHER_ACCOUNT);
    await expect(checkPrivate({ path, state })).rejects.toThrow(
      `${state} must belong to the account of the server (0)`,
    );
  });
});
