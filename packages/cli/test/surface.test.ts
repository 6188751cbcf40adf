import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { project } from './command-line.js';
import { inProcess } from './in-process.js';

const config = (readable: readonly string[]) =>
  JSON.stringify({ permissions: { public: { author: { actions: ['find'], readable } } } });

test('an outdated surface fails the check, and the diff shows the new right', async () => {
  const root = await project({
    'content/author.json': JSON.stringify({ attributes: { name: { type: 'string' }, email: { type: 'email' } } }),
    'content-gen.config.json': config(['name']),
  });
  expect(await inProcess(root, ['generate'])).toMatchObject({ code: 0 });
  expect(await inProcess(root, ['generate', '--check'])).toMatchObject({ code: 0 });

  writeFileSync(join(root, 'content-gen.config.json'), config(['name', 'email']));
  const { code, stdout } = await inProcess(root, ['generate', '--check']);
  expect(code).toBe(2);
  expect(stdout).toMatch(/^\+ +"email": "read, filter, sort"$/m);

  // An edit by hand is an error too.
  const path = join(root, 'src/content/surface.lock.json');
  const widened = readFileSync(path, 'utf8').replace('"may": "find"', '"may": "find, create"');
  writeFileSync(path, widened);
  expect(await inProcess(root, ['generate'])).toMatchObject({ code: 1, stderr: expect.stringContaining('CG402') });
  expect(readFileSync(path, 'utf8')).toBe(widened);
});

test.each(['role', 'auth', 'upload', 'locale'])(
  'a content type called %s gets all of its actions, and asks for no users',
  async (name) => {
    const every = ['find', 'findOne', 'create', 'update', 'delete', 'findDraft', 'publish', 'bulk'];
    const root = await project({
      [`content/${name}.json`]: { plural: `all-${name}`, attributes: { title: { type: 'string' } } },
      'content-gen.config.json': {
        permissions: { editor: { [name]: every } },
        tokens: [{ name: 'robot', type: 'custom', actions: [`${name}.create`], sha256: 'a'.repeat(64) }],
      },
    });
    expect(await inProcess(root, ['generate'])).toMatchObject({ code: 0 });
    const surface = JSON.parse(readFileSync(join(root, 'src/content/surface.lock.json'), 'utf8'));
    expect(surface.roles.editor[name].may.split(', ')).toEqual(expect.arrayContaining(every));
    expect(readdirSync(join(root, 'src/content'))).not.toContain('user');
  },
);
