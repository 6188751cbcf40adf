/** Files that code uploads: the checks, formats and rights of `POST /api/upload`. */
import { Readable } from 'node:stream';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, it } from 'vitest';

import type * as models from '../../../../fixtures/desk/src/content/models.js';
import type { Scope } from '../../src/content/content.js';
import { type DocumentsApi, type UploadedFile, uploadFile } from '../../src/index.js';
import { desk } from '../harness/fixtures/desk.js';
import { type Site, openSite } from '../harness/site.js';
import { pdf, picture } from '../upload/samples.js';

let site: Site;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'content-gen-uploads-'));
  site = await openSite(desk, {
    settings: {
      permissions: { public: { upload: ['find'] }, editor: { upload: ['upload', 'find'] } },
      upload: { storage: { provider: 'local', folder }, sizeLimit: 20_000 },
    },
  });
});
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true, force: true });
});

const stored = async () => (await readdir(folder)).filter((name) => !name.startsWith('.'));
const leftovers = async () => {
  const paths = await readdir(join(folder, '.incoming'), { recursive: true });
  return paths.filter((path) => path.includes('/'));
};

it('a file of code has the formats of a picture, and is the cover of a document', async () => {
  const before = (await stored()).length;
  const data = await picture(300, 300);
  const file = await uploadFile(site.content, { name: 'Cover.png', data, caption: 'Seen from above' });
  expect(file).toMatchObject({ name: 'Cover.png', caption: 'Seen from above', mime: 'image/png', width: 300 });
  expect(Object.keys(file.formats ?? {})).toEqual(['thumbnail']);
  expect((await stored()).length).toBe(before + 2);
  const { articles } = (site.content as unknown as DocumentsApi<typeof models, never>).asSystem();
  const { data: article } = await articles.create({
    data: { title: 'Sea', cover: file.id },
    populate: { cover: { fields: ['name'] } },
  });
  expect(article.cover).toMatchObject({ documentId: file.documentId, name: 'Cover.png' });
});

it.each<[string, () => UploadedFile['data']]>([
  ['a blob', () => new Blob([pdf])],
  ['a stream', () => Readable.from([Buffer.from(pdf.slice(0, 20)), Buffer.from(pdf.slice(20))])],
  ['the body of an answer', () => new Response(pdf).body!],
])('takes %s', async (_, data) => {
  const file = await uploadFile(site.content, { name: 'plan.pdf', data: data() });
  expect(file).toMatchObject({ mime: 'application/pdf', ext: '.pdf', size: Math.round(pdf.length / 10) / 100 });
});

const late = async function* () {
  yield Buffer.from(pdf);
  throw new Error('the sender went away');
};
it.each<[string, () => UploadedFile, object]>([
  ['a path as a name', () => ({ name: '../plan.pdf', data: Buffer.from(pdf) }), { status: 400 }],
  ['no bytes', () => ({ name: 'plan.pdf', data: Buffer.alloc(0) }), { status: 400, message: 'Files are empty' }],
  ['too many bytes', () => ({ name: 'a.txt', data: new Blob([Buffer.alloc(20_001, 'a')]) }), { status: 413 }],
  ['a page as a picture', () => ({ name: 'a.png', data: Buffer.from('<html><script>1</script>') }), { status: 400 }],
  [
    'a focal point outside',
    () => ({ name: 'a.txt', data: Buffer.from('a'), focalPoint: { x: 1, y: 101 } }),
    { status: 400 },
  ],
  ['a stream that ends with an error', () => ({ name: 'a.pdf', data: late() }), { message: 'the sender went away' }],
])('refuses %s, and keeps nothing', async (_, file, error) => {
  const before = await stored();
  await expect(uploadFile(site.content, file())).rejects.toMatchObject(error);
  expect(await stored()).toEqual(before);
  expect(await leftovers()).toEqual([]);
});

it('needs the right of the caller of a request, who is its uploader', async () => {
  const as = (role: string): Scope => ({ content: site.content, caller: { kind: 'role', role }, requestId: 'own' });
  const file = { name: 'plan.pdf', data: Buffer.from(pdf) };
  await expect(uploadFile(as('public'), file)).rejects.toMatchObject({ status: 403 });
  expect(await uploadFile(as('editor'), file)).toMatchObject({ name: 'plan.pdf' });
});
