/** The other commands write all files or none, as `generate` does. */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { definition, filesIn, project } from './command-line.js';
import { inProcess } from './in-process.js';
import { leftovers, long, onSmallDisk, signalled, two, undisturbed } from './interruption.js';

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
