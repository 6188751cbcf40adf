/** Several modules of a project call `createContent` without knowing of each other. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { contentDefinition } from '../../../../fixtures/desk/src/content/index.js';
import * as models from '../../../../fixtures/desk/src/content/models.js';
import { defineHooks } from '../../src/content/hooks.js';
import { createContent } from '../../src/documents/create-content.js';
import { type TestDatabase, createTestDatabase } from '../harness/database.js';
import { desk } from '../harness/fixtures/desk.js';
import { bundleProgram } from '../harness/program.js';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase(desk);
});
afterAll(() => test.close());

const marking = () =>
  defineHooks(models, { category: { beforeCreate: ({ data }) => ({ ...data, name: `${data.name} with hook` }) } });

async function nameOf(content: ReturnType<typeof opened>, name: string): Promise<unknown> {
  const { data } = await content.asSystem().categories.create({ data: { name } });
  return data.name;
}

const opened = (definition: typeof contentDefinition) => createContent(definition, { database: test.database });

it('a call without options takes no hook from the API, and has the hooks itself', async () => {
  const definition = { ...contentDefinition };
  const app = createContent(definition, { database: test.database, hooks: marking() });
  const job = createContent(definition);
  expect(await nameOf(job, 'late')).toBe('late with hook');
  expect(await nameOf(app, 'app')).toBe('app with hook');
});

it('a module that comes before the app gets its hooks and its database, too', async () => {
  const definition = { ...contentDefinition };
  const job = createContent(definition);
  const { categories } = job.asSystem();
  createContent(definition, { database: test.database, hooks: marking() });
  expect(await nameOf(job, 'early')).toBe('early with hook');
  const { data } = await categories.create({ data: { name: 'held' } });
  expect(data.name).toBe('held with hook');
});

it('options of several calls hold together, and those that contradict each other are refused', async () => {
  const definition = { ...contentDefinition };
  const content = opened(definition);
  createContent(definition, { hooks: marking() });
  createContent(definition, { mail: async () => undefined });
  expect(await nameOf(content, 'both')).toBe('both with hook');
  expect(() => createContent(definition, { hooks: marking() })).toThrow('another value of hooks');
  const other = { url: 'postgres://localhost/other' };
  expect(() => createContent(definition, { database: other })).toThrow('another value of database');
  expect(() => createContent(definition, { mail: async () => undefined })).toThrow('another value of mail');
});

it('transactions of an earlier call run hooks that a later module registers', async () => {
  const definition = { ...contentDefinition };
  const content = opened(definition);
  createContent(definition, { hooks: marking() });
  await content.transaction(async (tx) => {
    const { data } = await tx.asSystem().categories.create({ data: { name: 'inside' } });
    expect(data.name).toBe('inside with hook');
  });
});

it('a hook that causes itself is refused with its name, and writes nothing', async () => {
  const definition = { ...contentDefinition };
  let calls = 0;
  const hooks = defineHooks(models, {
    category: {
      beforeCreate: async ({ tx, data }) => {
        calls++;
        if (data.name === 'endless') await tx.asSystem().categories.create({ data: { name: 'endless' } });
      },
    },
    tag: {
      afterUpdate: async ({ tx, documentId }) => {
        await tx.asSystem().tags.update(documentId, { data: { name: 'again' } });
      },
    },
  });
  const { categories, tags } = createContent(definition, { database: test.database, hooks }).asSystem();
  await expect(categories.create({ data: { name: 'endless' } })).rejects.toThrow('A hook of category causes itself');
  expect(calls).toBe(20);
  const { data } = await tags.create({ data: { name: 'first' } });
  await expect(tags.update(data.documentId, { data: { name: 'second' } })).rejects.toThrow(
    'A hook of tag causes itself',
  );
  expect((await tags.findOne(data.documentId)).data.name).toBe('first');
  expect(await categories.count({ filters: { name: 'endless' } })).toBe(0);
});

it('items of a bulk that were written before a hook failed are named', async () => {
  const hooks = defineHooks(models, {
    tag: {
      beforeCreate: ({ data }) => {
        if (data.name === 'bad') throw new TypeError('a bug of the project');
      },
    },
  });
  const { tags } = createContent({ ...contentDefinition }, { database: test.database, hooks }).asSystem();
  const data = [{ name: 'good' }, { name: 'bad' }, { name: 'late' }];
  const result = await tags.bulk({ action: 'create', data, atomic: false });
  expect(result.data).toEqual([expect.objectContaining({ name: 'good' }), null, null]);
  expect(result.meta.bulk.errors).toMatchObject([
    { index: 1, status: 500, message: 'data[1]: a bug of the project' },
    { index: 2, status: 503 },
  ]);
  await expect(tags.bulk({ action: 'create', data })).rejects.toThrow('a bug of the project');
});

it('code of another contract is refused with one sentence', () => {
  const old = { ...contentDefinition, contract: 1 as 2 };
  const sentence =
    /^Error: The generated code has contract 1, but [^\n]* needs contract 2\. Run "npx content-gen generate"[^\n]*$/;
  let stack: string | undefined;
  try {
    createContent(old, { database: test.database });
  } catch (error) {
    stack = error instanceof Error ? error.stack : undefined;
  }
  expect(stack).toMatch(sentence);
});

it.each([
  ['ends with the sentence alone', {}, 1, /^The generated code has contract 1, but [^\n]*\n$/],
  ['leaves an end to its own listener', { LISTENS: 'true' }, 7, /^heard: The generated code has contract 1, [^\n]*\n$/],
])('a program that does not catch the refusal of another contract %s', async (_ending, environment, code, printed) => {
  const file = await bundleProgram(new URL('outdated-program.ts', import.meta.url), 'outdated-program');
  const child = spawn(process.execPath, [file], { env: { ...process.env, ...environment }, stdio: 'pipe' });
  const [errors, [exitCode]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  expect(errors).toMatch(printed);
  expect(exitCode).toBe(code);
});
