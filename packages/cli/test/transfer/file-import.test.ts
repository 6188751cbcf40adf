import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { type TestServer, startServer } from '../migrate/server.js';
import { type Site, createSite, schema } from './site.js';
import { type Contents, row } from './strapi-archive.js';

const FILE = 'plugin::upload.file';
const files = {
  'content-gen.config.json': { api: { responses: 'strapi' }, permissions: { public: '*' } },
  ...schema('tag', { name: { type: 'string' } }),
};

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => server?.stop());

const LATER = '2025-01-01T00:00:00.000Z';
const thumbnail = {
  ...{ name: 'thumbnail_cat.png', hash: 'thumbnail_cat', ext: '.png', mime: 'image/png', size: 0.1 },
  ...{ width: 5, height: 5, url: '/uploads/thumbnail_cat.png' },
};
const picture = (id: number, name: string, more: object = {}) =>
  row(FILE, id, `file-${name}`, {
    ...{ name: `${name}.png`, hash: name, ext: '.png', mime: 'image/png', size: 0.5, width: 10, height: 10 },
    ...{ url: `/uploads/${name}.png`, provider: 'local' },
    ...more,
  });
const cat = (more: object = {}) => picture(1, 'cat', { formats: { thumbnail }, ...more });
const CAT = { 'cat.png': 'CAT', 'thumbnail_cat.png': 'cat' };

const stored = (site: Site, name: string) => {
  const path = join(site.root, 'public/uploads', name);
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
};
const counts = ({ files: { read, written, unchanged, skipped, bytes } }: Awaited<ReturnType<Site['importStrapi']>>) => [
  ...[read, written, unchanged, skipped],
  bytes,
];

test('bytes that were missing come in with a later import, and their formats with them', async () => {
  const site = await createSite(server, files);
  const without = await site.importStrapi({ entities: [cat()] });
  expect(without.problems).toMatchObject([{ documentId: 'file-cat', effect: 'kept' }]);
  expect((await site.importStrapi({ entities: [cat()] })).problems).toEqual(without.problems);

  const archive: Contents = { entities: [cat()], assets: CAT };
  const dry = await site.importStrapi(archive, { dryRun: true });
  expect(stored(site, 'cat.png')).toBeUndefined();
  const report = await site.importStrapi(archive);
  expect(report).toEqual(dry);
  expect(counts(report)).toEqual([1, 1, 0, 0, 6]);
  expect([stored(site, 'cat.png'), stored(site, 'thumbnail_cat.png')]).toEqual(['CAT', 'cat']);
  expect(counts(await site.importStrapi(archive))).toEqual([1, 0, 1, 0, 0]);

  // A folder gives back what is lost in the storage, and a source without bytes lists it.
  rmSync(join(site.root, 'public/uploads/thumbnail_cat.png'));
  const lost = await site.importStrapi({ entities: [cat()] });
  expect(lost.problems).toMatchObject([{ attribute: 'formats.thumbnail', effect: 'kept' }]);
  mkdirSync(join(site.root, 'old'));
  for (const [name, bytes] of Object.entries(CAT)) writeFileSync(join(site.root, 'old', name), bytes);
  const back = await site.importStrapi({ entities: [cat()] }, { files: join(site.root, 'old') });
  expect([counts(back), back.problems]).toEqual([[1, 1, 0, 0, 3], []]);
  expect(stored(site, 'thumbnail_cat.png')).toBe('cat');
});

test('a second import follows files of the source, and leaves alone those that were changed here', async () => {
  const site = await createSite(server, files);
  const names = ['same', 'changed', 'mine', 'deleted'];
  const assets = (bytes: string) => Object.fromEntries(names.map((name) => [`${name}.png`, bytes]));
  await site.importStrapi({ entities: names.map((name, index) => picture(index + 1, name)), assets: assets('one') });
  const [before] = await site.sql`select id from cg_files where document_id = 'file-changed'`;
  await site.sql`update cg_files set caption = 'Mine', updated_at = now() where document_id = 'file-mine'`;
  await site.sql`delete from cg_files where document_id = 'file-deleted'`;
  rmSync(join(site.root, 'public/uploads/deleted.png'));

  const change = { caption: 'Theirs', updatedAt: LATER };
  const next: Contents = {
    entities: names.map((name, index) => picture(index + 1, name, name === 'same' ? {} : change)),
    assets: { ...assets('two'), 'same.png': 'one' },
  };
  const report = await site.importStrapi(next);
  expect(counts(report)).toEqual([4, 1, 1, 2, 3]);
  expect(report.changedHere).toEqual([
    { type: 'file', documentId: 'file-deleted', reason: 'deleted here since the last import' },
    { type: 'file', documentId: 'file-mine', reason: 'changed here since the last import' },
  ]);
  const records = () => site.sql`select document_id, caption from cg_files order by document_id`;
  expect((await records()).map((one) => Object.values(one))).toEqual([
    ['file-changed', 'Theirs'],
    ['file-mine', 'Mine'],
    ['file-same', null],
  ]);
  expect(names.map((name) => stored(site, `${name}.png`))).toEqual(['one', 'two', 'one', undefined]);
  const [after] = await site.sql`select id from cg_files where document_id = 'file-changed'`;
  expect(after).toEqual(before);

  const dry = await site.importStrapi(next, { overwrite: true, dryRun: true });
  const forced = await site.importStrapi(next, { overwrite: true });
  expect(forced).toEqual(dry);
  expect(counts(forced)).toEqual([4, 2, 2, 0, 6]);
  expect(names.map((name) => stored(site, `${name}.png`))).toEqual(['one', 'two', 'two', 'two']);
  expect(counts(await site.importStrapi(next))).toEqual([4, 0, 4, 0, 0]);
});

test('a record keeps the address of the storage when the source has a bucket', async () => {
  const site = await createSite(server, files);
  const elsewhere = { url: 'https://old.example.org/cat.png', provider: 'aws-s3', formats: null };
  await site.importStrapi({ entities: [cat(elsewhere)], assets: CAT });
  const changed = cat({ ...elsewhere, caption: 'New', updatedAt: LATER });
  for (const [entity, overwrite] of [[cat(elsewhere), true] as const, [changed, false] as const]) {
    await site.importStrapi({ entities: [entity] }, { overwrite });
    const records = await site.sql`select url, provider from cg_files`;
    expect(records).toEqual([{ url: '/uploads/cat.png', provider: 'local' }]);
  }
});

test('an import takes over equal records of a release that remembered no files', async () => {
  const site = await createSite(server, files);
  await site.importStrapi({ entities: [cat(), picture(2, 'dog')], assets: CAT });
  await site.sql`delete from cg_imports`;
  await site.sql`update cg_files set caption = 'Mine', updated_at = now() where document_id = 'file-dog'`;
  const again = await site.importStrapi({ entities: [cat(), picture(2, 'dog')], assets: CAT });
  expect(counts(again)).toEqual([2, 0, 1, 1, 0]);
  expect(again.changedHere).toEqual([
    { type: 'file', documentId: 'file-dog', reason: 'exists here, and no import wrote it' },
  ]);
  const changed = await site.importStrapi({ entities: [cat({ caption: 'New', updatedAt: LATER })], assets: CAT });
  expect(counts(changed)).toEqual([1, 1, 0, 0, 6]);
});

test('a backup gives back bytes that the storage lost', async () => {
  const site = await createSite(server, files);
  await site.importStrapi({ entities: [cat()], assets: CAT });
  // As if they had been uploaded here.
  await site.sql`delete from cg_imports`;
  const path = await site.exportTo('backup.tar.gz');
  expect(counts(await site.importFile(path))).toEqual([1, 0, 1, 0, 0]);
  rmSync(join(site.root, 'public/uploads/cat.png'));
  expect(counts(await site.importFile(path))).toEqual([1, 1, 0, 0, 3]);
  expect(stored(site, 'cat.png')).toBe('CAT');
});

test('a file that the source has twice is listed, and values that its record cannot hold', async () => {
  const site = await createSite(server, files);
  const report = await site.importStrapi({
    entities: [picture(1, 'cat', { width: 'wide', name: 'a\0b' }), { ...picture(1, 'cat'), id: 2 }],
    assets: CAT,
  });
  expect(counts(report)).toEqual([2, 1, 0, 1, 3]);
  expect(report.problems).toMatchObject([
    { documentId: 'file-cat', effect: 'skipped', message: 'the source has this file twice' },
    { documentId: 'file-cat', attribute: 'name', effect: 'dropped' },
    { documentId: 'file-cat', attribute: 'width', effect: 'dropped' },
  ]);
});

test('files get the extensions that uploads get, and keep their names', async () => {
  const site = await createSite(server, files);
  const php = { name: 'shell.php', ext: '.php', mime: 'application/x-httpd-php', url: '/uploads/shell.php' };
  const entities = [
    picture(1, 'shell', php),
    picture(2, 'page', { name: 'page.phtml', ext: '.phtml' }),
    picture(3, 'photo', { name: 'photo.PNG', ext: '.PNG', url: '/uploads/photo.PNG' }),
    picture(4, 'image', { ext: '.php', formats: { thumbnail: { ...thumbnail, ext: '.cgi' } } }),
  ];
  const assets = { 'shell.php': 'a', 'page.phtml': 'b', 'photo.PNG': 'c', 'image.php': 'd', 'thumbnail_cat.cgi': 'e' };
  const report = await site.importStrapi({ entities, assets });
  expect(
    readdirSync(join(site.root, 'public/uploads'))
      .filter((name) => !name.startsWith('.'))
      .toSorted(),
  ).toEqual(['image.png', 'page', 'photo.PNG', 'shell', 'thumbnail_cat']);
  expect(await site.sql`select name, ext, url from cg_files order by document_id`).toEqual([
    { name: 'image.png', ext: '.png', url: '/uploads/image.png' },
    { name: 'page.phtml', ext: '', url: '/uploads/page' },
    { name: 'photo.PNG', ext: '.PNG', url: '/uploads/photo.PNG' },
    { name: 'shell.php', ext: '', url: '/uploads/shell' },
  ]);
  expect(report.problems.map(({ documentId, attribute, message }) => [documentId, attribute, message])).toEqual([
    ['file-shell', 'ext', 'uploads do not store the extension .php, so the file has none'],
    ['file-page', 'ext', 'uploads do not store the extension .phtml, so the file has none'],
    ['file-image', 'ext', 'uploads do not store the extension .php, so the file has .png'],
    ['file-image', 'ext', 'uploads do not store the extension .cgi, so the file has none'],
  ]);
  // A second import knows the files again.
  expect(counts(await site.importStrapi({ entities, assets }))).toEqual([4, 0, 4, 0, 0]);
});

test('an address that is none of the web stays out, because a page may show it as a link', async () => {
  const site = await createSite(server, files);
  const script = 'java\tscript:alert(1)';
  const entities = [
    picture(1, 'own', { url: script, previewUrl: 'data:text/html,<script>' }),
    picture(2, 'format', {
      url: '//cdn.example.org/a.png',
      formats: { thumbnail: { ...thumbnail, url: ` ${script}` } },
    }),
    picture(3, 'bucket', { url: 'https://cdn.example.org/a.png' }),
    picture(4, 'path', { url: 'uploads/a.png?x=javascript:1' }),
  ];
  const message = (scheme: string) =>
    `an address of files begins with http:, https: or a slash, and this one with ${scheme}`;
  for (const keepUrls of [false, true]) {
    const report = await site.importStrapi({ entities }, { keepUrls, overwrite: true });
    expect(report.problems.filter(({ effect }) => effect === 'dropped')).toMatchObject([
      { documentId: 'file-own', attribute: 'url', message: message('javascript:') },
      { documentId: 'file-own', attribute: 'previewUrl', message: message('data:') },
      { documentId: 'file-format', attribute: 'formats.thumbnail', message: message('javascript:') },
    ]);
    expect(
      await site.sql`select url, preview_url, formats->'thumbnail'->>'url' as format from cg_files order by document_id`,
    ).toEqual([
      { url: 'https://cdn.example.org/a.png', preview_url: null, format: null },
      { url: '//cdn.example.org/a.png', preview_url: null, format: null },
      { url: '', preview_url: null, format: null },
      { url: 'uploads/a.png?x=javascript:1', preview_url: null, format: null },
    ]);
  }
});

test('a record never gets the bytes of another one, here or in the source', async () => {
  const site = await createSite(server, files);
  await site.importStrapi({ entities: [cat()], assets: CAT });
  const other = (id: number, name: string, more: object) => picture(id, name, { ...more, url: `/uploads/${name}.png` });
  const archive: Contents = {
    entities: [
      other(2, 'own', { hash: 'cat' }),
      other(3, 'format', { hash: 'thumbnail_cat' }),
      other(4, 'hidden', { formats: { large: { ...thumbnail, hash: 'CAT' } } }),
      other(5, 'first', { hash: 'twin' }),
      other(6, 'second', { hash: 'twin' }),
    ],
    assets: { 'cat.png': 'EVIL', 'thumbnail_cat.png': 'evil', 'CAT.png': 'EVIL', 'twin.png': 'one', 'hidden.png': 'h' },
  };
  for (const options of [{}, { overwrite: true }, { keepUrls: true }]) {
    const report = await site.importStrapi(archive, options);
    expect(report.problems.filter(({ effect }) => effect === 'skipped')).toMatchObject([
      { documentId: 'file-own', message: 'another file has the stored name cat.png' },
      { documentId: 'file-format', message: 'another file has the stored name thumbnail_cat.png' },
      { documentId: 'file-hidden', message: 'another file has the stored name cat.png' },
      { documentId: 'file-second', message: 'another file has the stored name twin.png' },
    ]);
    expect([report.files.read, report.files.skipped]).toEqual([5, 4]);
    expect([stored(site, 'cat.png'), stored(site, 'thumbnail_cat.png')]).toEqual(['CAT', 'cat']);
    expect(await site.sql`select document_id from cg_files order by 1`).toEqual([
      { document_id: 'file-cat' },
      { document_id: 'file-first' },
    ]);
  }
});
