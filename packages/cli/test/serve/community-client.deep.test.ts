import sdk from 'strapi-sdk-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { clientProject } from './client-project.js';
import { createProject } from './project.js';

// The types of the package describe its CommonJS form, but Node loads its module, whose default export is the class.
const Strapi = sdk as unknown as typeof sdk.default;

interface Article {
  readonly title: string;
  readonly tags: readonly { readonly name: string }[];
}

/** A client of the community (strapi-sdk-js) against `serve`, in both profiles. */
describe.each(['documented', 'strapi'])('strapi-sdk-js, with responses %s', (profile) => {
  let project: Awaited<ReturnType<typeof createProject>>;
  let url = '';
  beforeAll(async () => {
    project = await createProject(clientProject(profile), { database: true });
    ({ url } = await project.serve(['--no-watch']).event('ready'));
  });
  afterAll(() => project.remove());
  const refused = (status: number) =>
    expect.objectContaining({ error: expect.objectContaining({ status }) as unknown });

  test('finds, creates, updates and deletes documents', async () => {
    const client = new Strapi({ url });
    const tag = await client.create<{ name: string }>('tags', { name: 'new' });
    const made = await client.create<Article>('articles', { title: 'First', tags: [tag.data.documentId] });
    const { documentId } = made.data;
    const query = { filters: { title: { $in: ['First'] } }, populate: ['tags'], sort: ['title:asc'] };
    expect(await client.find<Article>('articles', { ...query, pagination: { page: 1, pageSize: 5 } })).toMatchObject({
      data: [{ documentId, title: 'First', tags: [{ name: 'new' }] }],
      meta: { pagination: { page: 1, pageSize: 5, total: 1 } },
    });
    const changed = await client.update<Article>(
      'articles',
      documentId,
      { title: 'Second' },
      { populate: { tags: true } },
    );
    expect(changed.data).toMatchObject({ title: 'Second', tags: [{ name: 'new' }] });
    expect((await client.findOne<Article>('articles', documentId, { fields: ['title'] })).data.title).toBe('Second');
    await client.delete('articles', documentId);
    await expect(client.findOne('articles', documentId)).rejects.toEqual(refused(404));
    await expect(client.find('articles', { filters: { nothing: 1 } })).rejects.toEqual(refused(400));
  });

  test('reads and writes drafts and locales', async () => {
    const client = new Strapi({ url });
    const send = <T>(method: 'get' | 'post' | 'put', path: string, params: object, data?: object) =>
      client.request<{ data: T & { documentId: string } }>(method, path, { params, data: data && { data } });
    const { documentId } = (await send<Article>('post', '/articles', { status: 'draft' }, { title: 'Draft' })).data;
    const path = `/articles/${documentId}`;
    await expect(client.findOne('articles', documentId)).rejects.toEqual(refused(404));
    expect((await send<Article>('get', path, { status: 'draft' })).data.title).toBe('Draft');
    await send('put', path, { locale: 'fr' }, { title: 'Brouillon' });
    expect((await send<Article>('get', path, { locale: 'fr' })).data).toMatchObject({
      title: 'Brouillon',
      locale: 'fr',
    });
    const french = await client.find<Article>('articles', { locale: 'fr', filters: { title: 'Brouillon' } });
    expect(french.data).toHaveLength(1);
  });

  test('reads and writes a single type', async () => {
    const client = new Strapi({ url });
    await client.request('put', '/homepage', { data: { data: { heading: 'Hello' } } });
    expect((await client.find<{ heading: string }>('homepage')).data).toMatchObject({ heading: 'Hello' });
    await client.request('delete', '/homepage');
    await expect(client.find('homepage')).rejects.toEqual(refused(404));
  });

  test('registers, signs in and reads its user', async () => {
    const client = new Strapi({ url });
    const user = { username: 'ben', email: 'ben@example.org', password: 'correct horse' };
    expect((await client.register(user)).user).toMatchObject({ username: 'ben' });
    const other = new Strapi({ url });
    const { jwt } = await other.login({ identifier: 'ben@example.org', password: user.password });
    expect(jwt).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    // Outside of browsers the client keeps no token.
    const signedIn = new Strapi({ url, axiosOptions: { headers: { Authorization: `Bearer ${jwt}` } } });
    expect(await signedIn.fetchUser()).toMatchObject({ username: 'ben', email: user.email });
    await expect(other.login({ identifier: 'ben', password: 'wrong horse' })).rejects.toEqual(refused(400));
  });

  test('uploads, describes, finds and deletes a file', async () => {
    const client = new Strapi({ url });
    const form = new FormData();
    form.append('files', new Blob(['hello'], { type: 'text/plain' }), 'note.txt');
    form.append('fileInfo', JSON.stringify({ alternativeText: 'A note' }));
    const answer = await fetch(`${url}/api/upload`, { method: 'POST', body: form });
    const [file] = (await answer.json()) as { id: number }[];
    const path = `/upload/files/${file?.id}`;
    expect(await client.request('get', path)).toMatchObject({ name: 'note.txt', alternativeText: 'A note' });
    const list = await client.request<{ id: number }[]>('get', '/upload/files');
    expect(list.map(({ id }) => id)).toContain(file?.id);
    await client.request('delete', path);
    await expect(client.request('get', path)).rejects.toEqual(refused(404));
  });
});
