import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';

import { isObject } from '../config/plain-object.js';
import { messageOf } from '../diagnostics/thrown.js';
import { ServeProblem } from './problem.js';

/** One request of a seed; see docs/serve.md. */
export interface SeedEntry {
  /** `POST /api/articles` */
  readonly request: string;
  /** The content of `data` in the body. */
  readonly data?: unknown;
  /** The whole body, for routes without `data`. */
  readonly body?: unknown;
  /** A file to upload, relative to the seed file. */
  readonly file?: string;
  readonly fileInfo?: unknown;
  /** The name by which later entries refer to the answer. */
  readonly as?: string;
}

/** Requests to send, or an archive to import. */
export type Seed = RequestSeed | ArchiveSeed;

export interface RequestSeed {
  readonly kind: 'requests';
  /** Relative to the project. */
  readonly file: string;
  readonly entries: readonly SeedEntry[];
}

export interface ArchiveSeed {
  readonly kind: 'archive';
  readonly file: string;
}

const KEYS = new Set(['request', 'data', 'body', 'file', 'fileInfo', 'as']);
const METHODS = /^(GET|POST|PUT|PATCH|DELETE) \/\S*$/;

export async function readSeed(root: string, file: string): Promise<Seed> {
  if (/\.(tar|tgz|tar\.gz)$/.test(file)) {
    if (!existsSync(resolve(root, file))) throw new ServeProblem(`The seed ${file} is not readable (ENOENT).`);
    return { kind: 'archive', file };
  }
  const text = await readFile(resolve(root, file), 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new ServeProblem(`The seed ${file} is not readable (${error.code}).`, { cause: error });
  });
  const written: unknown = parsed(file, text);
  if (!Array.isArray(written)) throw new ServeProblem(`The seed ${file} must be a JSON list of requests.`);
  const entries = written.map((entry: unknown, index) => {
    if (isEntry(entry)) return entry;
    throw new ServeProblem(`${file}, entry ${index + 1}: ${problemOf(entry)}.`);
  });
  return { kind: 'requests', file, entries };
}

function isEntry(entry: unknown): entry is SeedEntry {
  return problemOf(entry) === undefined;
}

function parsed(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ServeProblem(`The seed ${file} is not valid JSON: ${messageOf(error)}`, { cause: error });
  }
}

function problemOf(entry: unknown): string | undefined {
  if (!isObject(entry)) return 'a request must be an object';
  const unknown = Object.keys(entry).find((key) => !KEYS.has(key));
  if (unknown !== undefined) return `"${unknown}" is not a key of a request; the keys are ${[...KEYS].join(', ')}`;
  if (typeof entry['request'] !== 'string' || !METHODS.test(entry['request'])) {
    return '"request" must be a method and a path, such as "POST /api/articles"';
  }
  for (const key of ['file', 'as']) {
    if (key in entry && typeof entry[key] !== 'string') return `"${key}" must be text`;
  }
  const bodies = ['data', 'body', 'file'].filter((key) => key in entry);
  return bodies.length > 1 ? `a request can have only one of ${bodies.join(', ')}` : undefined;
}
