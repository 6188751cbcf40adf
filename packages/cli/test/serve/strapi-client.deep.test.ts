import { strapi } from '@strapi/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { clientProject } from './client-project.js';
import { createProject } from './project.js';

/** Strapi's own client against `serve`, in both profiles. */
describe.each(['documented', 'strapi'])('the client of Strapi, with responses %s', (profile) => {
  let project: Awaited<ReturnType<typeof createProject>>;
  let baseURL = '';
  beforeAll(async () => {
    project = await createProject(clientProject(profile), { database: true });
    baseURL = `${(await project.serve(['--no-watch']).event('ready')).url}/api`;
  });
  afterAll(() => project.remove());

  test('finds, creates, updates and deletes documents', async () => {
    const client = strapi({ baseURL });
    const tag = await client.collection('tags').create({ name: 'new' });
    const articles = client.collection('articles');
    const made = await articles.create({ title: 'First', tags: [tag.data.documentId] });
    const { documentId } = made.data;
    const query = { filters: { title: { $eq: 'First' } }, populate: ['tags'], sort: 'title:asc' };
    expect(await articles.find(query)).toMatchObject({
      data: [{ documentId, title: 'First', tags: [{ name: 'new' }] }],
      meta: { pagination: { page: 1, total: 1 } },
    });
    expect((await articles.update(documentId, { title: 'Second' })).data['title']).toBe('Second');
    expect((await articles.findOne(documentId, { fields: ['title'] })).data['title']).toBe('Second');
    await articles.delete(documentId);
    await expect(articles.findOne(documentId)).rejects.toThrow();
  });

  test('reads drafts and locales', async () => {
    const articles = strapi({ baseURL }).collection('articles');
    const { documentId } = (await articles.create({ title: 'Draft' }, { status: 'draft' })).data;
    await expect(articles.findOne(documentId)).rejects.toThrow();
    expect((await articles.findOne(documentId, { status: 'draft' })).data['title']).toBe('Draft');
    await articles.update(documentId, { title: 'Brouillon' }, { locale: 'fr' });
    expect((await articles.findOne(documentId, { locale: 'fr' })).data).toMatchObject({
      title: 'Brouillon',
      locale: 'fr',
    });
  });

  test('reads and writes a single type', async () => {
    const homepage = strapi({ baseURL }).single('homepage');
    expect((await homepage.update({ heading: 'Hello' })).data['heading']).toBe('Hello');
    expect((await homepage.find()).data['heading']).toBe('Hello');
    await homepage.delete();
    await expect(homepage.find()).rejects.toThrow();
  });

  test('signs in, and sends the token of the session', async () => {
    const user = { username: 'ann', email: 'ann@example.org', password: 'correct horse' };
    const headers = { 'Content-Type': 'application/json' };
    const send = (path: string, body: object) =>
      strapi({ baseURL }).fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
    expect((await send('auth/local/register', user)).status).toBe(200);
    const signedIn = await send('auth/local', { identifier: 'ann', password: user.password });
    const { jwt } = (await signedIn.json()) as { jwt: string };
    const me = await strapi({ baseURL, auth: jwt }).fetch('users/me', { method: 'GET' });
    expect(await me.json()).toMatchObject({ username: 'ann' });
  });

  test('uploads, describes, finds and deletes a file', async () => {
    const { files: media } = strapi({ baseURL });
    const options = { fileInfo: { name: 'note.txt', alternativeText: 'A note' } };
    const [file] = (await media.upload(new Blob(['hello'], { type: 'text/plain' }), options)) as { id: number }[];
    expect(file).toMatchObject({ name: 'note.txt', ext: '.txt', alternativeText: 'A note' });
    expect((await media.findOne(file!.id)).name).toBe('note.txt');
    expect((await media.update(file!.id, { caption: 'Read it' })).caption).toBe('Read it');
    expect((await media.find()).map(({ id }) => id)).toContain(file!.id);
    await media.delete(file!.id);
    await expect(media.findOne(file!.id)).rejects.toThrow();
  });
});
