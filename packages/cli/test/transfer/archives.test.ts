import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { times } from '../../../runtime/test/harness/suite.js';
import { blocksOf } from '../docs-page.js';
import { openArchive } from './open.js';
import { writeArchive } from '../../src/transfer/archive/pack.js';
import { TransferProblem } from '../../src/transfer/problem.js';
import type { Source } from '../../src/transfer/source.js';
import { inProcess } from '../in-process.js';
import { type TestServer, startServer } from '../migrate/server.js';
import { temporaryProject } from '../temporary-project.js';
import { createSite, schema } from './site.js';
import { type Contents, row, writeStrapiArchive } from './strapi-archive.js';

const TAG = 'api::tag.tag';
const contents: Contents = {
  entities: [row(TAG, 1, 'tag1', { name: 'Größe ✓' }), row(TAG, 2, 'tag2', { name: 'Two' })],
  assets: { 'a.txt': 'A' },
};

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => server?.stop());

async function read(source: Source) {
  const [entities, files]: [string[], string[]] = [[], []];
  for await (const { documentId, values } of source.entities())
    entities.push(`${documentId} ${String(values['name'])}`);
  for await (const _ of source.links()) files.push('link');
  for await (const { name, bytes } of source.files()) {
    for await (const piece of bytes) files.push(`${name} ${String(piece)}`);
  }
  return [...entities, ...files];
}

async function collected<T>(records: AsyncIterable<T>): Promise<readonly T[]> {
  const list: T[] = [];
  for await (const record of records) list.push(record);
  return list;
}

const all = ['tag1 Größe ✓', 'tag2 Two', 'a.txt A'];

test('an archive is read whole, also an encrypted one with its key', async () => {
  const root = temporaryProject();
  const plain = await writeStrapiArchive(join(root, 'plain.tar.gz'), contents);
  expect(await read(await openArchive({ path: plain, key: undefined }))).toEqual(all);
  const secret = await writeStrapiArchive(join(root, 'secret.tar.gz.enc'), { ...contents, key: 'open sesame' });
  expect(await read(await openArchive({ path: secret, key: 'open sesame' }))).toEqual(all);
  await expect(openArchive({ path: secret, key: undefined })).rejects.toThrow('is encrypted. Give its key with --key');
  await expect(openArchive({ path: secret, key: 'wrong' })).rejects.toThrow('the key is wrong');
});

test.each<[string, Contents, string]>([
  ['a path out of the archive', { extra: [[{ name: '../../etc/passwd' }, 'x']] }, 'leads out of the archive'],
  ['an absolute path', { extra: [[{ name: '/etc/passwd' }, 'x']] }, 'leads out of the archive'],
  [
    'a symbolic link',
    { extra: [[{ name: 'assets/uploads/a.txt', type: 'symlink', linkname: '/etc/passwd' }]] },
    'a symlink. Only files are allowed',
  ],
  ['a missing end', { withoutMetadata: true }, 'metadata.json is missing'],
  [
    'a line that is no JSON',
    { extra: [[{ name: 'entities/entities_00002.jsonl' }, '{"type":']] },
    'entities/entities_00002.jsonl, line 1',
  ],
  [
    'a row that is none',
    { extra: [[{ name: 'entities/entities_00002.jsonl' }, '{"type":"x","id":"1"}']] },
    'is no row',
  ],
  [
    'a link that is none',
    { extra: [[{ name: 'links/links_00002.jsonl' }, '{"relation":"x","left":{}}']] },
    'is no relation',
  ],
])('an archive with %s is refused with a message', async (_, given, message) => {
  const path = await writeStrapiArchive(join(temporaryProject(), 'export.tar.gz'), { ...contents, ...given });
  const reading = openArchive({ path, key: undefined }).then(read);
  await expect(reading).rejects.toThrow(TransferProblem);
  await expect(reading).rejects.toThrow(message);
});

const EMPTY = Buffer.alloc(1024 * 1024);

/** An archive with one entry of many zeros. Its header is made by hand, because packers write none that is too long. */
function withZeros(type: 'file' | 'header', megabytes: number): string {
  const path = join(temporaryProject(), 'zeros.tar.gz');
  const header = Buffer.alloc(512);
  const size = (megabytes * 1024 * 1024).toString(8).padStart(11, '0');
  for (const [at, text] of [
    [0, 'assets/uploads/zeros.bin'],
    [124, size],
    [148, '        '],
    [156, type === 'file' ? '0' : 'x'],
    [257, 'ustar\u000000'],
  ] as const) {
    header.write(text, at);
  }
  header.write(
    `${header
      .reduce((sum, byte) => sum + byte, 0)
      .toString(8)
      .padStart(6, '0')}\u0000 `,
    148,
  );
  // One packed part is written again and again, which is much faster than packing all of them.
  const zeros = gzipSync(EMPTY, { level: 9 });
  writeFileSync(path, Buffer.concat([gzipSync(header), ...Array.from({ length: megabytes }, () => zeros)]));
  return path;
}

test('an archive that unpacks to a thousand times its size is refused', async () => {
  const path = withZeros('file', 400);
  await expect(openArchive({ path, key: undefined }).then(read)).rejects.toThrow(/unpacks to more than \d+ MB/);
});

test('a header that would fill the memory is refused', async () => {
  const path = withZeros('header', 40);
  await expect(openArchive({ path, key: undefined }).then(read)).rejects.toThrow('Header exceeds max size');
});

test('a value that is nested too deeply is listed, and does not end the import', async () => {
  const site = await createSite(server, {
    'package.json': { type: 'module', dependencies: { '@strapi/strapi': '5.31.0' } },
    'content-gen.config.json': { permissions: { public: '*' } },
    ...schema('tag', { name: { type: 'string' }, extra: { type: 'json' } }),
  });
  const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));
  const report = await site.importStrapi({
    entities: [row(TAG, 1, 'tag1', { extra: nested(400) }), row(TAG, 2, 'tag2', { extra: nested(2000) })],
  });
  expect(report.problems).toMatchObject([
    { documentId: 'tag2', attribute: 'extra', effect: 'dropped', message: 'the value is nested more than 500 times' },
  ]);
  const rows = await site.sql`select extra is null as empty from tags order by document_id`;
  expect(rows.map(({ empty }) => empty)).toEqual([false, true]);
  const deep = `{"type":"${TAG}","id":1,"data":{"documentId":"tag1","extra":${'['.repeat(1e6)}${']'.repeat(1e6)}}}`;
  const extra = [[{ name: 'entities/entities_00002.jsonl' }, deep] as const];
  await expect(site.importStrapi({ extra })).rejects.toThrow('The source has a value that is nested too deeply.');
});

test('an archive that was cut off anywhere is refused, and so is any other file', async () => {
  const root = temporaryProject();
  const whole = readFileSync(await writeStrapiArchive(join(root, 'whole.tar.gz'), contents));
  const path = join(root, 'cut.tar.gz');
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: whole.length - 1 }), async (length) => {
      writeFileSync(path, whole);
      truncateSync(path, length);
      await expect(openArchive({ path, key: undefined }).then(read)).rejects.toThrow(TransferProblem);
    }),
    { numRuns: times(40) },
  );
});

test('an archive that fails in the middle leaves nothing behind', async () => {
  const site = await createSite(server, {
    'package.json': { type: 'module', dependencies: { '@strapi/strapi': '5.31.0' } },
    'content-gen.config.json': { permissions: { public: '*' } },
    ...schema('tag', { name: { type: 'string' } }),
  });
  const broken = { ...contents, extra: [[{ name: 'links/links_00002.jsonl' }, 'nonsense'] as const] };
  await expect(site.importStrapi(broken)).rejects.toThrow('links/links_00002.jsonl, line 1');
  expect(await site.sql`select from cg_documents`).toHaveLength(0);
  expect(await site.sql`select to_regclass('cg_imports') as memory`).toMatchObject([{ memory: null }]);
});

test('the version in docs/import-and-export.md is a line of an export', async () => {
  const [{ code } = { code: '' }] = blocksOf('docs/import-and-export.md').filter(({ info }) => info === 'json');
  const path = join(temporaryProject(), 'export.tar');
  await writeArchive(path, async (archive) => {
    const manifest = { format: 'content-gen', version: 1, types: { article: 'api::article.article' } };
    await archive.text('content-gen.json', JSON.stringify(manifest));
    await archive.text('documents/article/000001.ndjson', JSON.stringify(JSON.parse(code)));
    await archive.text('end.json', '{"versions":1,"files":0}');
  });
  const source = await openArchive({ path, key: undefined });
  const entities = await collected(source.entities());
  expect(entities).toMatchObject([
    {
      type: 'api::article.article',
      status: 'draft',
      values: { title: 'Night boats', seo: [{ id: 1, title: 'Boats' }] },
    },
  ]);
  const links = await collected(source.links());
  expect(links.map(({ owner, target }) => [owner.type, owner.field, target.id, target.position])).toEqual([
    ['api::article.article', 'tags', 'sea', 0],
    ['api::article.article', 'tags', 'night', 4],
    ['api::article.article', 'cover', 'harbour', undefined],
    ['shared.seo', 'image', 'harbour', undefined],
  ]);
});

test('dates that the database cannot hold are listed and dropped', async () => {
  const site = await createSite(server, schema('tag', { name: { type: 'string' } }, { draftAndPublish: true }));
  const updatedAt = '2024-03-01T10:00:00.000Z';
  const dates = ['-000100-01-01T00:00:00.000Z', '+275760-09-13T00:00:00.000Z', 1_700_000_000_000_000, 'yesterday'];
  const report = await site.importStrapi({
    entities: dates.map((date, index) =>
      row(TAG, index + 1, `tag${index + 1}`, { createdAt: date, publishedAt: date }),
    ),
  });
  expect(report.problems).toHaveLength(8);
  expect(report.problems[0]).toEqual({
    ...{ type: 'tag', documentId: 'tag1', locale: '', status: 'published', attribute: 'createdAt' },
    ...{ effect: 'dropped', message: 'the value is not a point in time of the years 1 to 9999' },
  });
  const moment = new Date(updatedAt);
  expect(await site.sql`select created_at, updated_at, published_at from tags`).toEqual(
    dates.map(() => ({ created_at: moment, updated_at: moment, published_at: moment })),
  );
});

test('a record that the database refuses while it is staged ends the import with one message', async () => {
  const site = await createSite(server, schema('tag', { name: { type: 'string' } }));
  const link = (ref: unknown) => ({
    ...{ relation: 'manyToMany', right: { type: TAG, ref: 1 } },
    left: { type: TAG, ref },
  });
  // A record that Strapi would not write.
  const links = [link('abc')] as unknown as NonNullable<Contents['links']>;
  await expect(site.importStrapi({ ...contents, links })).rejects.toThrow('in links is no relation');

  const source = await openArchive({
    path: await writeStrapiArchive(join(site.root, 'tags.tar'), contents),
    key: undefined,
  });
  const refused: Source = {
    ...source,
    async *entities() {
      for await (const entity of source.entities()) yield { ...entity, id: Number.NaN };
    },
  };
  await expect(site.importSource(refused)).rejects.toThrow(
    new TransferProblem('The database refuses a record of the source. Nothing was written.'),
  );
});

test('import of a folder and export to no folder are one sentence', async () => {
  const root = temporaryProject({ 'content/none.txt': '', ...schema('tag', { name: { type: 'string' } }) });
  const variables = { DATABASE_URL: (await server.database()).url };
  const imported = await inProcess(root, ['import', 'content'], variables);
  expect(imported).toEqual({ code: 1, stdout: '', stderr: `${join(root, 'content')} is not a file.\n` });
  const exported = await inProcess(root, ['export', 'backups/today.tar.gz'], variables);
  const stderr = `The folder ${join(root, 'backups')} does not exist. Create it first.\n`;
  expect(exported).toEqual({ code: 1, stdout: '', stderr });
});
