import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

import type { Storage } from '../../content/index.js';
import { protectedHeaders } from './disposition.js';
import { checkedKey } from './keys.js';
import { readRange } from './range.js';
import { readStored } from './read-stored.js';

/** Files in a folder: moved there atomically, and served from there. */
export function createLocalStorage(folder: string): Storage {
  const pathOf = (key: string) => join(folder, checkedKey(key));
  return {
    name: 'local',
    // The folder itself holds its intents, wherever the folder is mounted.
    place: 'local',
    // On the same file system, so that moving a file is an atomic rename.
    staging: { path: join(folder, '.incoming') },
    async put(key, file) {
      await mkdir(folder, { recursive: true });
      await rename(file.path, pathOf(key));
    },
    delete: async (key) => rm(pathOf(key), { force: true }),
    async size(key) {
      const found = await stat(pathOf(key)).catch(() => undefined);
      return found?.isFile() === true ? found.size : undefined;
    },
    url: (key) => `/uploads/${key}`,
    answer: async ({ key, type }, request) => answer(pathOf(key), type, request),
  };
}

async function answer(path: string, type: string, request: Request): Promise<Response | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile()) return undefined;
  const etag = `"${found.size.toString(36)}-${Math.trunc(found.mtimeMs).toString(36)}"`;
  const headers = headersOf(type, etag, found.mtime);
  if (isFresh(request, etag, found.mtime)) return new Response(null, { status: 304, headers });

  const range = readRange(request, found.size, etag);
  if (range === 'unsatisfiable') {
    headers.set('Content-Range', `bytes */${found.size}`);
    return new Response(null, { status: 416, headers });
  }
  const { start, end } = range ?? { start: 0, end: found.size - 1 };
  headers.set('Content-Length', String(end - start + 1));
  if (range !== undefined) headers.set('Content-Range', `bytes ${start}-${end}/${found.size}`);
  const isEmpty = request.method === 'HEAD' || end < start;
  return new Response(isEmpty ? null : readStored(path, { start, end }), {
    status: range === undefined ? 200 : 206,
    headers,
  });
}

function headersOf(type: string, etag: string, modified: Date): Headers {
  return new Headers({
    ...protectedHeaders(type),
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'public, max-age=60',
    ETag: etag,
    'Last-Modified': modified.toUTCString(),
  });
}

function isFresh(request: Request, etag: string, modified: Date): boolean {
  const tags = request.headers.get('if-none-match');
  if (tags !== null)
    return tags.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
  const since = Date.parse(request.headers.get('if-modified-since') ?? '');
  return since >= Math.trunc(modified.getTime() / 1000) * 1000;
}
