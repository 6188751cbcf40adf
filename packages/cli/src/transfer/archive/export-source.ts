import { posix } from 'node:path';

import { isObject } from '../../config/plain-object.js';
import { type Content, type ExportedVersion, FORMAT, FORMAT_VERSION } from '../export/format.js';
import { TOKEN_UID } from '../import/tokens.js';
import { TransferProblem } from '../problem.js';
import type { Source, SourceEntity, SourceFile, SourceLink } from '../source.js';
import { FILE_UID } from '../file-uid.js';
import { jsonFile, jsonLines } from './lines.js';
import { type ArchiveFile, entriesOf } from './tar.js';

/**
 * An archive of `content-gen export`. Rows are numbered in the order of the archive, because an archive contains no row
 * ids.
 */
export async function openExport(archive: ArchiveFile): Promise<Source> {
  const { types, versions, files } = await inspect(archive);
  return {
    name: 'content-gen export',
    kind: 'content-gen',
    counts: { entities: versions + files, files },
    entities: () => entities(archive, types),
    links: () => links(archive, types),
    files: () => uploads(archive),
    settings: async () => ({}),
    webhooks: async () => [],
    schemas: async () => ({}),
    close: async () => undefined,
  };
}

type Types = Readonly<Record<string, unknown>>;

async function inspect(archive: ArchiveFile) {
  let types: Types | undefined;
  for await (const { path, size, bytes } of entriesOf(archive)) {
    if (path === 'content-gen.json') {
      const manifest = await jsonFile(path, size, bytes);
      if (!isObject(manifest) || manifest['format'] !== FORMAT || !isObject(manifest['types'])) {
        throw new TransferProblem(`${archive.path}: content-gen.json is not valid.`);
      }
      if (manifest['version'] !== FORMAT_VERSION) {
        throw new TransferProblem(
          `${archive.path} has version ${String(manifest['version'])} of the format, and this content-gen reads ${FORMAT_VERSION}.`,
        );
      }
      types = manifest['types'];
    }
    if (path !== 'end.json' || types === undefined) continue;
    const end = await jsonFile(path, size, bytes);
    const [versions, files] = isObject(end) ? [Number(end['versions']), Number(end['files'])] : [0, 0];
    return { types, versions, files };
  }
  throw new TransferProblem(`${archive.path} was cut off: end.json is missing.`);
}

interface Version {
  readonly uid: string;
  readonly id: number;
  readonly version: ExportedVersion;
}

async function* versionsIn(archive: ArchiveFile, types: Types): AsyncIterable<Version> {
  let id = 0;
  for await (const { path, bytes } of entriesOf(archive)) {
    const [folder, name = '', ...rest] = path.split('/');
    if (folder !== 'documents' || rest.length !== 1) continue;
    const uid = types[name];
    if (typeof uid !== 'string') throw new TransferProblem(`${archive.path}: content-gen.json does not list ${name}.`);
    for await (const version of jsonLines(path, bytes)) {
      if (!isVersion(version))
        throw new TransferProblem(`${archive.path}, ${path}: a line is no version of a document.`);
      yield { uid, id: ++id, version };
    }
  }
}

function isVersion(line: unknown): line is ExportedVersion {
  return (
    isObject(line) &&
    typeof line['documentId'] === 'string' &&
    (line['status'] === 'draft' || line['status'] === 'published') &&
    (line['locale'] === undefined || typeof line['locale'] === 'string') &&
    (line['diverged'] === undefined || isTexts(line['diverged'])) &&
    isContent(line)
  );
}

function isTexts(list: unknown): boolean {
  return Array.isArray(list) && list.every((item) => typeof item === 'string');
}

function isContent(holder: Readonly<Record<string, unknown>>): boolean {
  const lists = (part: unknown, isItem: (item: unknown) => boolean) =>
    part === undefined ||
    (isObject(part) && Object.values(part).every((list) => Array.isArray(list) && list.every(isItem)));
  const isId = (item: unknown) => typeof item === 'string';
  return (
    (holder['values'] === undefined || isObject(holder['values'])) &&
    lists(holder['relations'], isId) &&
    lists(holder['media'], isId) &&
    lists(holder['positions'], (place) => place === null || typeof place === 'number') &&
    lists(holder['entries'], (entry) => isObject(entry) && typeof entry['component'] === 'string' && isContent(entry))
  );
}

async function* entities(archive: ArchiveFile, types: Types): AsyncIterable<SourceEntity> {
  const nextEntry = counter();
  for await (const { uid, id, version } of versionsIn(archive, types)) {
    const { documentId, locale = '', status, createdAt, updatedAt, publishedAt, diverged = [] } = version;
    const dates = datesOf({ createdAt, updatedAt, publishedAt });
    yield { type: uid, id, documentId, locale, status, ...dates, diverged, values: valuesOf(version, nextEntry) };
  }
  yield* otherRecords(archive);
}

/** Files and tokens. */
async function* otherRecords(archive: ArchiveFile): AsyncIterable<SourceEntity> {
  let id = 0;
  for await (const { path, bytes } of entriesOf(archive)) {
    const isToken = path === 'tokens.ndjson';
    if (!isToken && posix.dirname(path) !== 'files') continue;
    for await (const line of jsonLines(path, bytes)) {
      if (!isObject(line)) throw new TransferProblem(`${archive.path}, ${path}: a line is no object.`);
      const common = { id: ++id, locale: '', status: 'published' as const };
      if (isToken) yield { ...common, type: TOKEN_UID, documentId: '', values: line };
      else {
        const { documentId, values, createdAt, updatedAt, publishedAt } = line;
        const dates = datesOf({ createdAt, updatedAt, publishedAt });
        yield {
          ...common,
          ...dates,
          type: FILE_UID,
          documentId: String(documentId),
          values: isObject(values) ? values : {},
        };
      }
    }
  }
}

function datesOf(dates: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  const given = Object.entries(dates).filter(([, date]) => date !== undefined && date !== null);
  return Object.fromEntries(given.map(([name, date]) => [name, String(date)]));
}

function counter(): () => number {
  let count = 0;
  return () => ++count;
}

/**
 * Values with nested entries. Both passes over an archive visit entries in this order, so both passes give the same
 * numbers.
 */
function valuesOf({ values = {}, entries = {} }: Content, nextEntry: () => number): Readonly<Record<string, unknown>> {
  const nested = Object.entries(entries).map(([name, list]) => {
    const numbered = list.map((entry) => {
      const id = nextEntry();
      return { ...valuesOf(entry, nextEntry), id, __component: entry.component };
    });
    return [name, numbered] as const;
  });
  return { ...values, ...Object.fromEntries(nested) };
}

async function* links(archive: ArchiveFile, types: Types): AsyncIterable<SourceLink> {
  const nextEntry = counter();
  for await (const { uid, id, version } of versionsIn(archive, types)) yield* linksOf(uid, id, version, nextEntry);
}

function* linksOf(type: string, id: number, content: Content, nextEntry: () => number): Iterable<SourceLink> {
  const { relations = {}, positions = {}, media = {}, entries = {} } = content;
  for (const [field, targets] of Object.entries(relations)) {
    for (const [position, target] of targets.entries()) {
      const place = positions[field]?.[position];
      const at = place === undefined || place === null ? {} : { position: place };
      yield { owner: { type, id, field, position }, target: { type: '', id: target, ...at } };
    }
  }
  for (const [field, files] of Object.entries(media)) {
    for (const [position, file] of files.entries()) {
      yield { owner: { type, id, field, position }, target: { type: FILE_UID, id: file } };
    }
  }
  for (const list of Object.values(entries)) {
    for (const entry of list) yield* linksOf(entry.component, nextEntry(), entry, nextEntry);
  }
}

async function* uploads(archive: ArchiveFile): AsyncIterable<SourceFile> {
  for await (const { path, size, bytes } of entriesOf(archive)) {
    if (posix.dirname(path) === 'uploads') yield { name: posix.basename(path), size, bytes };
  }
}
