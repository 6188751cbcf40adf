/** Attaching a file shows it: its name, its address. So a caller attaches only files that it may see. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Hooks } from '../../src/content/hooks.js';
import type { Settings } from '../../src/content/settings.js';
import { documentsApi } from '../../src/documents/api.js';
import { type TestDatabase, createTestDatabase } from '../harness/database.js';
import { conformance } from '../harness/fixtures/conformance.js';
import { type Person, register } from '../harness/people.js';
import { type Site, openSite } from '../harness/site.js';
import { picture } from '../upload/samples.js';
import { FULL } from './site.js';

const { settings } = conformance.definition;
const writes = ['find', 'findOne', 'findDraft', 'create', 'update'];
const PUBLIC = { article: writes, upload: ['upload'], auth: ['register'] };

interface File {
  readonly id: number;
  readonly documentId: string;
}

let test: TestDatabase;
let folder: string;
let site: Site;
let ann: Person;
let ben: Person;
/** A file that only the token may see. */
let hidden: File;

function open(
  permissions: Settings['permissions'],
  more: { readonly api?: Settings['api']; readonly hooks?: Hooks } = {},
) {
  const { api = { ...settings.api, responses: 'documented' }, ...options } = more;
  const upload = { storage: { provider: 'local', folder } } as const;
  return openSite(conformance, {
    test,
    settings: { api, permissions, upload, users: { rateLimit: false } },
    ...options,
  });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'content-gen-attach-'));
  test = await createTestDatabase(conformance);
  site = await open({ public: PUBLIC, authenticated: PUBLIC });
  ann = await register(site, 'ann');
  ben = await register(site, 'ben');
  hidden = await upload(FULL);
});
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true, force: true });
});

async function upload(token?: string, fields: Readonly<Record<string, string>> = {}, on = site): Promise<File> {
  const body = new FormData();
  body.append('files', new Blob([await picture(4, 4)], { type: 'image/png' }), 'salaries.png');
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const response = await on.app.request('/api/upload', { method: 'POST', body, headers });
  expect(response.status).toBe(201);
  const [file] = (await response.json()) as File[];
  return file!;
}

const inStrapi = () => open({ public: PUBLIC }, { api: { ...settings.api, responses: 'strapi' } });
const post = (data: object, token?: string, on = site) =>
  on.request('POST', '/api/articles?populate=*', { body: { data: { title: 't', ...data } }, ...(token && { token }) });
const put = (id: string, data: object, token?: string, on = site) =>
  on.request('PUT', `/api/articles/${id}?populate=*`, { body: { data }, ...(token && { token }) });

/** Every place of a body that takes a file. */
const places: readonly (readonly [string, (file: number | string) => object])[] = [
  ['a single media attribute', (file) => ({ cover: file })],
  ['an object', (file) => ({ cover: { id: file } })],
  ['set', (file) => ({ cover: { set: [file] } })],
  ['a list', (file) => ({ gallery: [file] })],
  ['a list of objects', (file) => ({ gallery: [{ id: file }] })],
  ['a component', (file) => ({ seo: { metaTitle: 'm', metaImage: file } })],
  [
    'a component in a component',
    (file) => ({ seo: { metaTitle: 'm', metaSocial: [{ network: 'twitter', title: 's', image: file }] } }),
  ],
  ['a zone', (file) => ({ content: [{ __component: 'blocks.hero', title: 'h', image: file }] })],
  ['a list in a zone', (file) => ({ content: [{ __component: 'blocks.slider', files: [file] }] })],
];

const MISSING = { id: 987_654_321, documentId: 'z'.repeat(24) };

describe('a file that the caller may not see', () => {
  it.each(places)('gets the answer of a missing one in %s, and is not attached', async (_place, bodyWith) => {
    const own = (await post({}, ann.token)).body.data.documentId;
    for (const key of ['id', 'documentId'] as const) {
      for (const token of [undefined, ann.token]) {
        for (const write of [post, (data: object, by?: string) => put(own, data, by)]) {
          const [shown, missing] = [
            await write(bodyWith(hidden[key]), token),
            await write(bodyWith(MISSING[key]), token),
          ];
          const named = (text: string, file: File) => text.replaceAll(file.documentId, 'FILE');
          expect([shown.status, named(shown.text, hidden)]).toEqual([400, named(missing.text, MISSING)]);
        }
      }
    }
    expect((await site.request('GET', `/api/articles/${own}?populate=*`)).text).not.toContain('salaries');
  });

  it('is also missing for connect and disconnect, in the profile of Strapi', async () => {
    const strapi = await open(
      { public: PUBLIC, authenticated: PUBLIC },
      { api: { ...settings.api, responses: 'strapi' } },
    );
    for (const change of [
      { connect: [hidden.id] },
      { connect: [{ id: hidden.id }] },
      { connect: [hidden.documentId] },
    ]) {
      expect((await post({ gallery: change }, ann.token, strapi)).status).toBe(400);
    }
    expect((await post({ gallery: { disconnect: [hidden.documentId] } }, ann.token, strapi)).status).toBe(400);
  });

  it('is also missing for code that acts as a role, and not for the project itself', async () => {
    const api = documentsApi<{ readonly articles: never }, string>(site.content);
    const as = (documents: object) =>
      (documents as { articles: { create(call: object): Promise<{ data: { documentId: string } }> } }).articles;
    const call = { data: { title: 't', cover: hidden.id } };
    await expect(as(api.asRole('authenticated')).create(call)).rejects.toMatchObject({ status: 400 });
    expect((await as(api.asSystem()).create(call)).data.documentId).toEqual(expect.any(String));
  });

  it.each(['find', 'findOne', 'findPage'])('may be attached with upload.%s, which shows every file', async (action) => {
    const seeing = await open({ authenticated: { ...PUBLIC, upload: [action] } });
    expect((await post({ cover: hidden.id }, ann.token, seeing)).status).toBe(201);
  });
});

describe('a file of one’s own', () => {
  it('may be attached by either id, and not by another user', async () => {
    const file = await upload(ann.token);
    for (const [, bodyWith] of places) {
      for (const key of [file.id, file.documentId]) {
        expect((await post(bodyWith(key), ann.token)).status).toBe(201);
        expect((await post(bodyWith(key), ben.token)).status).toBe(400);
        expect((await post(bodyWith(key))).status).toBe(400);
      }
    }
  });

  it('may be attached by the upload itself, without a right to see files', async () => {
    const { documentId } = (await post({}, ann.token)).body.data;
    const { id } = await upload(ann.token, { ref: 'api::article.article', refId: documentId, field: 'cover' });
    expect((await site.request('GET', `/api/articles/${documentId}?populate=cover`)).body.data.cover.id).toBe(id);
  });

  it('that was uploaded anonymously is known by its document id; in the profile of Strapi, by its row id too', async () => {
    const file = await upload();
    expect((await post({ gallery: [file.documentId] })).status).toBe(201);
    expect((await post({ gallery: [file.id] })).status).toBe(400);
    expect((await post({ gallery: [file.id] }, ann.token)).status).toBe(400);
    const strapi = await inStrapi();
    const { id } = await upload(undefined, {}, strapi);
    expect((await post({ gallery: [id] }, undefined, strapi)).status).toBe(201);
    expect((await post({ gallery: [file.id] }, undefined, strapi)).status).toBe(400);
    expect((await post({ gallery: [hidden.id] }, undefined, strapi)).status).toBe(400);
  });

  it('that was uploaded anonymously in the profile of Strapi has a row id that cannot be found by counting', async () => {
    const strapi = await inStrapi();
    const [one, other] = [await upload(undefined, {}, strapi), await upload(undefined, {}, strapi)];
    expect(Math.abs(one.id - other.id)).toBeGreaterThan(1_000_000);
    expect([one.id, other.id].every((id) => Number.isSafeInteger(id) && id >= 2 ** 52)).toBe(true);
    // A row id that the sequence gave, as anonymous uploads of former releases have.
    await site.test.rows('update cg_files set id = 1_000_000 where id = $1::bigint', [one.id]);
    for (const body of [{ gallery: [1_000_000] }, { cover: { id: 1_000_000 } }, { cover: '1000000' }]) {
      expect((await post(body, undefined, strapi)).status).toBe(400);
    }
    expect((await post({ cover: one.documentId }, undefined, strapi)).status).toBe(201);
    expect((await post({ cover: { set: [other.id] } }, undefined, strapi)).status).toBe(201);
    expect((await upload(ann.token)).id).toBeLessThan(2 ** 31);
  });

  it('has the next row id in a table with 32-bit ids, and is attached by its document id', async () => {
    const own = await createTestDatabase(conformance);
    try {
      await own.rows('alter table cg_files alter id type integer');
      const api = { ...settings.api, responses: 'strapi' } as const;
      const strapi = await openSite(conformance, { test: own, settings: { ...site.content.settings, api } });
      const file = await upload(undefined, {}, strapi);
      expect(file.id).toBe(1);
      expect((await post({ cover: file.id }, undefined, strapi)).status).toBe(400);
      expect((await post({ cover: file.documentId }, undefined, strapi)).status).toBe(201);
    } finally {
      await own.close();
    }
  });

  it('is attached by an anonymous upload itself, also where others have added files', async () => {
    const { documentId } = (await post({ gallery: [hidden.id] }, FULL)).body.data;
    const { id } = await upload(undefined, { ref: 'api::article.article', refId: documentId, field: 'gallery' });
    const shown = await site.request('GET', `/api/articles/${documentId}?populate=gallery`);
    expect(shown.body.data.gallery.map((file: File) => file.id)).toEqual([hidden.id, id]);
  });
});

describe('a file that the document has', () => {
  let documentId: string;
  beforeAll(async () => {
    const body = { gallery: [hidden.id], content: [{ __component: 'blocks.slider', files: [hidden.id] }] };
    ({ documentId } = (await post(body, FULL)).body.data);
  });

  it('may be sent again, also in another place of the same document', async () => {
    expect((await put(documentId, { gallery: [hidden.id] }, ann.token)).status).toBe(200);
    expect((await put(documentId, { cover: hidden.documentId }, ann.token)).status).toBe(200);
    expect((await put(documentId, { cover: null }, ann.token)).status).toBe(200);
  });

  it('may not be sent by a caller who does not see its attribute', async () => {
    const actions = { actions: writes, readable: ['title'] };
    const blind = await open({ authenticated: { article: actions, upload: ['upload'] } });
    expect((await put(documentId, { gallery: [hidden.id] }, ann.token, blind)).status).toBe(400);
  });

  it('does not tell that a hidden document has it', async () => {
    const ruled = await open({
      authenticated: { article: { actions: writes, where: { title: 'none' } }, upload: ['upload'] },
    });
    const texts = [];
    for (const id of [documentId, 'y'.repeat(24)]) {
      for (const file of [hidden.id, MISSING.id])
        texts.push((await put(id, { gallery: [file] }, ann.token, ruled)).text);
    }
    expect(new Set(texts).size).toBe(1);
  });
});

it('a hook of the project may attach any file, but does not lend this right to the caller', async () => {
  const seen: unknown[] = [];
  const touch = (event: { readonly data: unknown }) => {
    // The data of a request is an object.
    const data = event.data as Record<string, unknown>;
    seen.push(data);
    return { ...data, content: [{ __component: 'blocks.slider', files: [hidden.id] }], gallery: data['gallery'] ?? [] };
  };
  const hooked = await open({ authenticated: PUBLIC }, { hooks: new Map([['article', { beforeCreate: touch }]]) });
  expect((await post({}, ann.token, hooked)).status).toBe(201);
  expect((await post({ gallery: [hidden.id] }, ann.token, hooked)).status).toBe(400);
  expect(seen).toHaveLength(2);
});

it('the rules of a content type with the name file hold for its documents, and not for uploaded files', async () => {
  const file = { actions: ['find'], readable: ['name'], where: { title: 'none' } };
  const limited = await open({ public: { article: ['findOne'], file } });
  const body = { data: { title: 'With a cover', cover: hidden.id } };
  const made = await site.request('POST', '/api/articles', { token: FULL, body });
  expect(made.status).toBe(201);
  const shown = await limited.request('GET', `/api/articles/${made.body.data.documentId}?populate=cover`);
  expect([shown.status, shown.body.data?.cover]).toMatchObject([200, { id: hidden.id, url: expect.any(String) }]);
});
