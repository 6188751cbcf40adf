import { existsSync, openAsBlob } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

import type { App } from '@content-gen/runtime/node';

import type { Config } from '../config/index.js';
import { isObject } from '../config/plain-object.js';
import { holdsContent } from '../database/content-check.js';
import { endSeeding, isMarkedSeeding, markSeeding } from './seed-mark.js';
import type { ContentModel } from '../model/model.js';
import type { ServedDatabase } from './database.js';
import { loadStrapi } from '../strapi/load.js';
import type { ServeReport } from '../terminal/serve-event.js';
import { ServeProblem } from './problem.js';
import type { ArchiveSeed, RequestSeed, Seed, SeedEntry } from './seed-file.js';

interface SeedTask {
  readonly root: string;
  /** Absent if there is nothing to seed. */
  readonly seed: Seed | undefined;
  readonly app: App;
  readonly config: Config;
  readonly model: ContentModel;
  readonly token: string;
  readonly database: ServedDatabase;
  readonly report: ServeReport;
  /** Aborted when the user stops serve. */
  readonly signal: AbortSignal;
}

/** Fills the database from a seed, if it has no content yet. */
export async function sendSeed(task: SeedTask): Promise<void> {
  const { root, seed, database, report } = task;
  // Without a seed, other content can be added, so the database is not only half seeded any more.
  if (seed === undefined) return unmark(root, database);
  const requests = seed.kind === 'requests' ? seed.entries.length : 0;
  // Content of the user may have been added, so `serve` cannot empty the database.
  if (database.kind !== 'embedded' && (await isMarkedSeeding(database.url))) throw new ServeProblem(HALF_SEEDED);
  if (await holdsContent(database.url)) return report({ event: 'seed', state: 'skipped', requests });
  await (seed.kind === 'requests' ? sendRequests(task, seed) : importArchive(task, seed));
}

/** Imports an archive of `content-gen export`. An import is one transaction, so that it leaves no half of a seed behind. */
async function importArchive(
  { root, config, model, database, report }: SeedTask,
  { file }: ArchiveSeed,
): Promise<void> {
  const [{ openArchive }, { importContent }, { TransferProblem }] = await Promise.all([
    import('../transfer/archive/open.js'),
    import('../transfer/import/import.js'),
    import('../transfer/problem.js'),
  ]);
  report({ event: 'seed', state: 'started', requests: 0, archive: file });
  try {
    const source = await openArchive({ path: resolve(root, file), key: undefined }, () => loadStrapi(root));
    const options = { overwrite: false, dryRun: false, keepUrls: false, progress: () => undefined };
    await importContent({ ...options, url: database.url, config, model, source });
  } catch (error) {
    throw error instanceof TransferProblem ? new ServeProblem(error.message, { cause: error }) : error;
  }
  report({ event: 'seed', state: 'finished', requests: 0, archive: file });
}

/** Sends requests to the app, in order. */
async function sendRequests(task: SeedTask, { file, entries }: RequestSeed): Promise<void> {
  const { root, app, token, database, report, signal } = task;
  const requests = entries.length;
  report({ event: 'seed', state: 'started', requests });
  await mark(root, database);
  const answers = new Map<string, unknown>();
  const folder = dirname(resolve(root, file));
  for (const [index, entry] of entries.entries()) {
    signal.throwIfAborted();
    const entryName = `${file}, entry ${index + 1}, ${entry.request}`;
    const response = await app.fetch(await requestOf(entry, { answers, entryName, token, folder }));
    const text = await response.text();
    if (!response.ok) throw new ServeProblem(`${entryName}: the API answered ${response.status} ${text}`);
    if (entry.as !== undefined) answers.set(entry.as, subjectOf(JSON.parse(text)));
  }
  await unmark(root, database);
  report({ event: 'seed', state: 'finished', requests });
}

const HALF_SEEDED =
  'The database holds only a part of a seed: sending it was interrupted, or another "content-gen serve" sends it now. ' +
  'Empty the database and start again, or start once without --seed to keep the part.';

/** Marks a database as half seeded. `serve` looks for the mark of the embedded database before that database starts. */
async function mark(root: string, { kind, url }: ServedDatabase): Promise<void> {
  await (kind === 'embedded' ? writeFile(markerOf(root), '') : markSeeding(url));
}

async function unmark(root: string, { kind, url }: ServedDatabase): Promise<void> {
  await (kind === 'embedded' ? rm(markerOf(root), { force: true }) : endSeeding(url));
}

/**
 * Whether a seed was interrupted. Then the embedded database only contains a part of the seed and can be emptied,
 * because the server did not listen yet.
 */
export function isHalfSeeded(root: string): boolean {
  return existsSync(markerOf(root));
}

function markerOf(root: string): string {
  return join(root, '.content-gen', 'seeding');
}

interface SeedContext {
  readonly answers: ReadonlyMap<string, unknown>;
  readonly entryName: string;
  readonly token: string;
  readonly folder: string;
}

async function requestOf(entry: SeedEntry, { answers, entryName, token, folder }: SeedContext): Promise<Request> {
  const fill = (value: unknown) => fillReferences(value, answers, entryName);
  const [method = '', path = ''] = entry.request.split(' ');
  const url = `http://localhost${String(fill(path))}`;
  const headers = { authorization: `Bearer ${token}` };
  if (entry.file !== undefined) {
    const form = new FormData();
    const blob = await openAsBlob(join(folder, entry.file)).catch((error: unknown) => {
      throw new ServeProblem(`${entryName}: the file ${entry.file} is not readable.`, { cause: error });
    });
    form.append('files', blob, basename(entry.file));
    if (entry.fileInfo !== undefined) form.append('fileInfo', JSON.stringify(fill(entry.fileInfo)));
    return new Request(url, { method, headers, body: form });
  }
  const body = 'data' in entry ? { data: fill(entry.data) } : fill(entry.body);
  if (body === undefined) return new Request(url, { method, headers });
  return new Request(url, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

/** The subject of an answer: a document, or the uploaded file. */
function subjectOf(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer[0];
  return isObject(answer) && 'data' in answer ? answer['data'] : answer;
}

const REFERENCE = /\{([\w-]+)\.(\w+)\}/g;

/**
 * Replaces `{label.key}` by values of earlier answers. A text that is only a reference gets the value in its own type.
 */
function fillReferences(value: unknown, answers: ReadonlyMap<string, unknown>, entryName: string): unknown {
  const lookUp = (label: string, key: string): unknown => {
    const answer = answers.get(label);
    if (isObject(answer) && key in answer) return answer[key];
    throw new ServeProblem(`${entryName}: no earlier answer contains {${label}.${key}}.`);
  };
  if (typeof value === 'string') {
    const [, label, key] = new RegExp(`^${REFERENCE.source}$`).exec(value) ?? [];
    if (label !== undefined && key !== undefined) return lookUp(label, key);
    return value.replace(REFERENCE, (_, name: string, part: string) => String(lookUp(name, part)));
  }
  if (Array.isArray(value)) return value.map((item) => fillReferences(item, answers, entryName));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, fillReferences(item, answers, entryName)]),
  );
}
