/** The pages of the documentation as things that can be done. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect } from 'vitest';

const workspace = fileURLToPath(new URL('../../../', import.meta.url));

export interface Block {
  /** A language, or a language and a path: `ts content/article.ts`. Nothing for a drawing. */
  readonly info: string;
  readonly code: string;
}

/** The code blocks of a page, in their order. */
export function blocksOf(page: string): readonly Block[] {
  const blocks: Block[] = [];
  let open: { info: string; lines: string[] } | undefined;
  for (const line of readFileSync(join(workspace, page), 'utf8').split('\n')) {
    if (open !== undefined && line === '```') {
      blocks.push({ info: open.info, code: open.lines.map((each) => `${each}\n`).join('') });
      open = undefined;
    } else if (open !== undefined) open.lines.push(line);
    else if (line.startsWith('```')) open = { info: line.slice(3), lines: [] };
  }
  return blocks;
}

/** The files that a page shows, by their path. */
export function filesOf(page: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    blocksOf(page).flatMap(({ info, code }) => (info.startsWith('ts ') ? [[info.slice(3), code]] : [])),
  );
}

/** The files of a page are a project that generates and compiles, together with those of other pages. */
export const compiledPages: Readonly<Record<string, readonly string[]>> = {
  'README.md': [],
  'docs/client.md': ['README.md', 'docs/own-handlers.md'],
  'docs/definitions.md': ['docs/configuration.md'],
  'docs/configuration.md': ['docs/definitions.md'],
  'docs/deployment.md': ['README.md'],
  'docs/documents-in-code.md': ['README.md'],
  'docs/events.md': ['README.md'],
  'docs/locales.md': [],
  'docs/moving-from-strapi.md': ['README.md'],
  'docs/openapi.md': ['README.md'],
  'docs/operation.md': ['README.md'],
  'docs/own-handlers.md': ['README.md'],
  'docs/performance.md': [],
  'docs/permissions.md': ['README.md', 'docs/users.md'],
  'docs/renaming.md': [],
  'docs/studio.md': ['README.md'],
  'docs/testing.md': ['README.md'],
  'docs/uploads.md': ['README.md'],
  'docs/users.md': [],
};
/** The requests of a page are sent to the example project. */
export const requestedPages = [
  'docs/query-parameters.md',
  'docs/relations.md',
  'docs/draft-and-publish.md',
  'docs/locales.md',
  'docs/bulk.md',
];
/** A page is a project of its own, which is followed from its first line to the last. */
export const followedPages: readonly string[] = ['docs/getting-started.md', 'docs/hooks.md'];
/** The commands of a page are run in the project of the README. */
export const commandedPages = [
  'README.md',
  'docs/commands.md',
  'docs/configuration.md',
  'docs/deployment.md',
  'docs/import-and-export.md',
  'docs/migrations.md',
  'docs/openapi.md',
  'docs/performance.md',
  'docs/permissions.md',
  'docs/serve.md',
  'docs/upgrading.md',
];

export type Step =
  | { readonly kind: 'file'; readonly path: string; readonly content: string }
  | { readonly kind: 'command'; readonly command: string }
  | {
      readonly kind: 'request';
      readonly request: string;
      readonly body?: string;
      /** What the page shows of the answer. */
      readonly answer?: unknown;
    };

/**
 * What a page does, in its order: files (`ts content/article.ts`), commands (`sh`) and requests (`http`): one per line, or
 * one with a body after an empty line. A block of `json` after a request is what the answer has, among other things.
 */
export function stepsOf(page: string): readonly Step[] {
  const steps: Step[] = [];
  for (const { info, code } of blocksOf(page)) {
    if (info.startsWith('ts ')) steps.push({ kind: 'file', path: info.slice(3), content: code });
    if (info === 'sh') for (const command of code.trim().split('\n')) steps.push({ kind: 'command', command });
    if (info === 'http') steps.push(...requestsOf(code));
    const last = steps.at(-1);
    if (info === 'json' && last?.kind === 'request') steps[steps.length - 1] = { ...last, answer: JSON.parse(code) };
  }
  return steps;
}

function requestsOf(code: string): readonly Step[] {
  const [head = '', body] = code.trim().split(/\n\n([\s\S]*)/);
  if (body !== undefined) return [{ kind: 'request', request: head, body }];
  return head.split('\n').map((request) => ({ kind: 'request', request }));
}

export type RequestStep = Extract<Step, { kind: 'request' }>;

/** Sends a request as a page writes it. `{night-boats}` is the id of the document with that slug. */
export async function send(url: string, token: string, step: RequestStep): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const ids = /\{[\w-]+\}/.test(step.request + (step.body ?? '')) ? await idsBySlug(url, headers) : new Map();
  const filled = (text: string) => text.replace(/\{([\w-]+)\}/g, (whole, slug: string) => ids.get(slug) ?? whole);

  const [method = '', path = ''] = filled(step.request).split(' ');
  const body = step.body === undefined ? null : filled(step.body);
  const type = { 'content-type': 'application/json' };
  const response = await fetch(url + path, { method, headers: { ...headers, ...(body && type) }, body });
  const text = await response.text();
  const status = (step.answer as { error?: { status: number } } | undefined)?.error?.status;
  expect({ ok: response.ok, status: response.status, text }).toMatchObject(status ? { status } : { ok: true });
  if (step.answer !== undefined) expect(JSON.parse(text)).toMatchObject(expected(step.answer) as object);
}

/** `"…"` on a page stands for what nobody can know. */
function expected(value: unknown): unknown {
  if (value === '…') return expect.anything();
  if (Array.isArray(value)) return value.map(expected);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, expected(item)]));
}

async function idsBySlug(url: string, headers: Record<string, string>): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  for (const type of ['articles', 'authors', 'categories', 'pages']) {
    const response = await fetch(`${url}/api/${type}?status=draft&fields=slug&pagination[pageSize]=100`, { headers });
    if (!response.ok) continue;
    const { data } = (await response.json()) as { data: { slug: string; documentId: string }[] };
    for (const { slug, documentId } of data) ids.set(slug, documentId);
  }
  return ids;
}
