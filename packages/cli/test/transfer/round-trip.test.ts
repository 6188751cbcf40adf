import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { projects } from '../../../../fixtures/projects.mjs';
import { cases, times } from '../../../runtime/test/harness/suite.js';
import { writeArchive } from '../../src/transfer/archive/pack.js';
import { jsonLines } from '../../src/transfer/archive/lines.js';
import { entriesOf } from '../../src/transfer/archive/tar.js';
import type { ExportedVersion } from '../../src/transfer/export/format.js';
import { emptyTables } from '../conformance/states.js';
import { type TestServer, startServer } from '../migrate/server.js';
import { temporaryProject } from '../temporary-project.js';
import { type RandomExport, randomExport } from './random-content.js';
import { type Site, createSite } from './site.js';

let server: TestServer;
const folder = mkdtempSync(join(tmpdir(), 'content-gen-export-'));
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const lines = (records: readonly object[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('');

async function write(site: Site, { versions, files }: RandomExport): Promise<string> {
  const path = join(site.root, 'random.tar');
  const types = Object.fromEntries(site.model.contentTypes.map(({ name, uid }) => [name, uid]));
  await writeArchive(path, async (archive) => {
    await archive.text('content-gen.json', JSON.stringify({ format: 'content-gen', version: 1, types }));
    const now = '2024-01-01T00:00:00.000Z';
    const records = files.map((documentId) => ({
      documentId,
      createdAt: now,
      updatedAt: now,
      publishedAt: now,
      values: {
        name: 'a',
        hash: documentId,
        ext: '.png',
        mime: 'image/png',
        size: 1.5,
        url: `https://cdn.example.org/${documentId}`,
        provider: 'cdn',
      },
    }));
    if (records.length > 0) await archive.text('files/000001.ndjson', lines(records));
    for (const [name, list] of versions) {
      if (list.length > 0) await archive.text(`documents/${name}/000001.ndjson`, lines(list));
    }
    await archive.text('end.json', JSON.stringify({ versions: 0, files: files.length }));
  });
  return path;
}

/** Everything except for places, of which only the order counts. */
async function versionsIn(path: string): Promise<readonly unknown[]> {
  const all: unknown[] = [];
  for await (const entry of entriesOf({ path, key: undefined })) {
    if (!entry.path.startsWith('documents/')) continue;
    for await (const line of jsonLines(entry.path, entry.bytes)) {
      const { positions: _, ...version } = line as ExportedVersion;
      all.push([entry.path.split('/')[1], version]);
    }
  }
  return all;
}

async function empty({ sql }: Site): Promise<void> {
  await emptyTables(sql);
  await sql`drop table if exists cg_imports`;
}

/** Fixtures that together have every kind of attribute and relation. */
const fixtures = cases(
  [
    ...['scalars', 'dynamic-zone', 'i18n', 'morph', 'relations', 'members'],
    ...['components', 'draft-publish', 'media', 'strapi-project'],
  ],
  6,
);

test.each(projects.filter((path) => fixtures.includes(basename(path))).map((path) => [basename(path), path] as const))(
  'content of the fixture %s survives export, import and export byte for byte',
  async (_, path) => {
    const root = temporaryProject({}, { packages: true });
    cpSync(path, root, { recursive: true });
    const first = await createSite(server, {}, { root });
    const second = await createSite(server, {}, { root, empty: first });
    const locales = ['en', 'de', 'fr'].slice(0, 2);
    await fc.assert(
      fc.asyncProperty(randomExport(first.model, locales), async (content) => {
        await Promise.all([empty(first), empty(second)]);
        const given = await write(first, content);
        const report = await first.importFile(given);
        expect(report.problems.filter(({ effect }) => effect !== 'kept')).toEqual([]);
        const once = await first.exportTo('once.tar');
        expect(await versionsIn(once)).toEqual(await versionsIn(given));
        await second.importFile(once);
        const twice = await second.exportTo('twice.tar');
        expect(readFileSync(twice).equals(readFileSync(once))).toBe(true);
        const [size] = await second.sql`select count(*)::int as count from cg_imports`;
        expect(size?.['count']).toBe([...content.versions.values()].flat().length + content.files.length);
      }),
      // Looking for a smaller example would take longer than the test may, and hide the one that was found.
      { numRuns: times(1), endOnFailure: true },
    );
  },
  600_000,
);
