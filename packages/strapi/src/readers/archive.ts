import { posix } from 'node:path';

import {
  type ArchiveFile,
  entriesOf,
  isObject,
  jsonFile,
  jsonLines,
  type Source,
  type SourceEntity,
  type SourceFile,
  type SourceLink,
  type SourceWebhook,
  TransferProblem,
} from 'content-gen/tools';

import { type StrapiEntity, type StrapiLink, entityOf, jsonOrText, linkOf, webhookOf } from './records.js';

/** An archive of `strapi export`. */
export async function openStrapiArchive(archive: ArchiveFile): Promise<Source> {
  const { version, files } = await inspect(archive);
  return {
    name: `Strapi ${version} export`,
    kind: 'strapi',
    counts: { files },
    entities: () => entities(archive),
    links: () => links(archive),
    files: () => assets(archive),
    settings: () => storedSettings(archive),
    webhooks: () => storedWebhooks(archive),
    schemas: () => storedSchemas(archive),
    close: async () => undefined,
  };
}

/** Reads the archive once. Strapi writes `metadata.json` last, so an archive without this file was cut off. */
async function inspect(archive: ArchiveFile): Promise<{ readonly version: string; readonly files: number }> {
  let files = 0;
  let version: string | undefined;
  for await (const { path, size, bytes } of entriesOf(archive)) {
    if (posix.dirname(path) === 'assets/uploads') files++;
    if (path !== 'metadata.json') continue;
    const metadata = await jsonFile(path, size, bytes);
    const strapi = isObject(metadata) ? metadata['strapi'] : undefined;
    version = isObject(strapi) ? String(strapi['version']) : '';
  }
  if (version === undefined) {
    throw new TransferProblem(`${archive.path} is no export of Strapi, or it was cut off: metadata.json is missing.`);
  }
  if (/^[0-4]\./.test(version)) {
    throw new TransferProblem(
      `${archive.path} comes from Strapi ${version}. Upgrade the project to Strapi 5, and export again.`,
    );
  }
  return { version, files };
}

async function* linesIn(archive: ArchiveFile, folder: string): AsyncIterable<unknown> {
  for await (const { path, bytes } of entriesOf(archive)) {
    if (posix.dirname(path) === folder) yield* jsonLines(path, bytes);
  }
}

async function* entities(archive: ArchiveFile): AsyncIterable<SourceEntity> {
  for await (const record of linesIn(archive, 'entities')) {
    if (!isEntity(record)) throw new TransferProblem(`${archive.path}: ${shown(record)} in entities is no row.`);
    yield entityOf(record);
  }
}

function isEntity(record: unknown): record is StrapiEntity {
  return isObject(record) && typeof record['type'] === 'string' && isRowId(record['id']) && isObject(record['data']);
}

async function* links(archive: ArchiveFile): AsyncIterable<SourceLink> {
  for await (const record of linesIn(archive, 'links')) {
    const link = isLink(record) ? linkOf(record) : undefined;
    // Strapi may name a target by the document id, but names an owner by the row id.
    if (link === undefined || !isRowId(link.owner.id)) {
      throw new TransferProblem(`${archive.path}: ${shown(record)} in links is no relation.`);
    }
    yield link;
  }
}

function isLink(record: unknown): record is StrapiLink {
  return isObject(record) && typeof record['relation'] === 'string' && isEnd(record['left']) && isEnd(record['right']);
}

function isEnd(end: unknown): boolean {
  if (!isObject(end) || typeof end['type'] !== 'string') return false;
  const isPlace = end['pos'] === undefined || end['pos'] === null || typeof end['pos'] === 'number';
  return isPlace && (isRowId(end['ref']) || typeof end['ref'] === 'string');
}

function isRowId(id: unknown): boolean {
  return typeof id === 'number' && Number.isSafeInteger(id);
}

async function* assets(archive: ArchiveFile): AsyncIterable<SourceFile> {
  for await (const { path, size, bytes } of entriesOf(archive)) {
    if (posix.dirname(path) === 'assets/uploads') yield { name: posix.basename(path), size, bytes };
  }
}

/** The settings that Strapi keeps in its database, by the key of each setting. */
async function storedSettings(archive: ArchiveFile): Promise<Readonly<Record<string, unknown>>> {
  const settings: Record<string, unknown> = {};
  for await (const record of linesIn(archive, 'configuration')) {
    const stored = isObject(record) && record['type'] === 'core-store' ? record['value'] : undefined;
    if (isObject(stored)) settings[String(stored['key'])] = jsonOrText(stored['value']);
  }
  return settings;
}

async function storedWebhooks(archive: ArchiveFile): Promise<readonly SourceWebhook[]> {
  const webhooks: SourceWebhook[] = [];
  for await (const record of linesIn(archive, 'configuration')) {
    const stored = isObject(record) && record['type'] === 'webhook' ? record['value'] : undefined;
    if (isObject(stored)) webhooks.push(webhookOf(stored));
  }
  return webhooks;
}

/** The schemas of content types and components, by uid. */
async function storedSchemas(archive: ArchiveFile): Promise<Readonly<Record<string, unknown>>> {
  const schemas: Record<string, unknown> = {};
  for await (const schema of linesIn(archive, 'schemas'))
    if (isObject(schema) && typeof schema['uid'] === 'string') schemas[schema['uid']] = schema;
  return schemas;
}

function shown(record: unknown): string {
  return (JSON.stringify(record) ?? '').slice(0, 80);
}
