import { mkdtemp, readdir, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createAdaptorServer } from '@hono/node-server';

import type { Hooks } from '../../src/content/hooks.js';
import type { Settings } from '../../src/content/settings.js';
import type { UploadSettings } from '../../src/content/upload-settings.js';
import type { Media, MediaFormat } from '../../src/model/values.js';
import { type TestDatabase, createTestDatabase } from '../harness/database.js';
import { desk } from '../harness/fixtures/desk.js';
import { appFor } from './app.js';

/** A project with files, served over HTTP. */
export interface Site {
  readonly url: string;
  readonly database: TestDatabase;
  readonly folder: string;
  request(path: string, init?: RequestInit): Promise<Reply>;
  upload(parts: readonly Part[], path?: string, headers?: Record<string, string>): Promise<Reply>;
  /** The names of the stored files. */
  stored(): Promise<readonly string[]>;
  /** How many files are on their way, and records there are. */
  leftovers(): Promise<{ readonly staged: number; readonly records: number }>;
  close(): Promise<void>;
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Body;
}

/** A record whose formats need not be looked for. */
export type Shown = Media & { readonly formats: Readonly<Record<'thumbnail' | 'small', MediaFormat>> };

/** A record, a list of records, a page of them, an article or an error: which of these is for the test to say. */
export type Body = Shown &
  readonly [Shown, Shown, ...Shown[]] & {
    readonly data: readonly Media[] & { readonly cover: Media | null; readonly gallery: readonly Media[] };
    readonly meta: { readonly pagination: unknown };
    readonly error: { readonly status: number; readonly name: string; readonly message: string };
  };

/** A file, or a plain field where there is no file name. */
export interface Part {
  readonly name: string;
  readonly content: string | Uint8Array<ArrayBuffer>;
  readonly filename?: string;
  readonly type?: string;
}

export interface SiteOptions {
  readonly upload?: UploadSettings;
  readonly permissions?: Settings['permissions'];
  readonly hooks?: Hooks;
}

export async function openSite({ upload, permissions, hooks }: SiteOptions = {}): Promise<Site> {
  const database = await createTestDatabase(desk);
  const folder = await mkdtemp(join(tmpdir(), 'content-gen-uploads-'));
  const app = appFor(database.url, { storage: { provider: 'local', folder }, ...upload }, permissions, hooks);
  const server = createAdaptorServer({ fetch: app.fetch });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const request = async (path: string, init?: RequestInit) => reply(await fetch(url + path, init));
  return {
    url,
    database,
    folder,
    request,
    upload: (parts, path = '/api/upload', headers = {}) =>
      request(path, { method: 'POST', body: form(parts), headers }),
    stored: async () => (await readdir(folder)).filter((name) => !name.startsWith('.')).sort(),
    leftovers: async () => {
      const staged = await readdir(join(folder, '.incoming'), { recursive: true }).catch(() => []);
      const [row] = await database.rows<{ count: number }>('select count(*)::int as count from cg_files');
      return { staged: staged.filter((name) => name.includes('/')).length, records: row!.count };
    },
    close: async () => {
      if ('closeAllConnections' in server) server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function reply(response: Response): Promise<Reply> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined };
}

export function form(parts: readonly Part[]): FormData {
  const data = new FormData();
  for (const { name, content, filename, type = 'application/octet-stream' } of parts) {
    if (filename === undefined) data.append(name, String(content));
    else data.append(name, new Blob([content], { type }), filename);
  }
  return data;
}

export function file(filename: string, type: string, content: string | Uint8Array<ArrayBuffer>): Part {
  return { name: 'files', filename, type, content };
}
