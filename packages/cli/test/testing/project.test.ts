/** What `content-gen/test` gives a test file of a project. */
import { join } from 'node:path';

import { createContent } from '@content-gen/runtime';
import { expect, test } from 'vitest';

import app from '../../../../fixtures/example/src/app.js';
import { contentDefinition } from '../../../../fixtures/example/src/content/index.js';
import { testProject } from '../../src/test.js';
import { workspace } from '../temporary-project.js';

const root = join(workspace, 'fixtures', 'example');

test('two test files in one process each begin with an empty database', async () => {
  const named = process.env['DATABASE_URL'];
  // As a module of the project holds it, with a database that the test replaces.
  const held = createContent(contentDefinition, { database: { url: 'postgres://nobody@127.0.0.1:1/none' } });
  const addresses: string[] = [];
  for (const title of ['The night boats', 'Ice in the harbour']) {
    const project = await testProject(app, { content: contentDefinition, root });
    expect(process.env['DATABASE_URL']).toBe(project.databaseUrl);
    addresses.push(project.databaseUrl);
    await project.make.article({ title }, { with: ['author', 'cover'] });
    const { data } = await held.asSystem().articles.find({ populate: ['author', 'cover'] });
    expect(data).toMatchObject([{ title, author: { name: expect.any(String) }, cover: { ext: '.png' } }]);
    const file = await project.fetch(data[0]!.cover!.url);
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/png']);

    const headers = { authorization: `Bearer ${project.token}` };
    expect((await project.request('/api/articles?status=draft', { headers })).status).toBe(200);
    await project.close();
    expect(process.env['DATABASE_URL']).toBe(named);
    // The token ends with its project.
    expect(project.token).toMatch(/^cgt_/);
  }
  expect(new Set(addresses).size).toBe(2);
});

test('time passes for Date alone, and goes on', async () => {
  const project = await testProject(app, { content: contentDefinition, root });
  try {
    const before = new Date();
    project.time.set('2030-01-01T00:00:00Z');
    expect(new Date().toISOString()).toMatch(/^2030-01-01T00:0/);
    expect(Date()).toContain('2030');
    project.time.pass({ days: 1, hours: 1 });
    expect(new Date(Date.now()).toISOString()).toMatch(/^2030-01-02T01:0/);
    expect(before instanceof Date && new Date(2020, 1, 29).getDate()).toBe(29);
    expect(() => project.time.set('tomorrow')).toThrow('no time');
    const { createdAt } = await project.make.author();
    expect(createdAt).not.toContain('2030');
  } finally {
    await project.close();
  }
  expect(new Date().getUTCFullYear()).not.toBe(2030);
});

test('a mail that was not sent is an error that names the others', async () => {
  const project = await testProject(app, { content: contentDefinition, root });
  try {
    await project.content.mail!({ from: 'a@b.org', to: 'Ines@b.org', subject: 'Hi', text: 'See https://b.org/x?y=1.' });
    expect(await project.mails.last('ines@b.org')).toMatchObject({ links: ['https://b.org/x?y=1'] });
    await expect(project.mails.last('tom@b.org')).rejects.toThrow('There are mails to Ines@b.org');
    project.mails.clear();
    expect(project.mails.all).toEqual([]);
  } finally {
    await project.close();
  }
});
