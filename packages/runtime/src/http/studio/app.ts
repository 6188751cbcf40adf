import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

import { type Context, Hono } from 'hono';
import { routePath } from 'hono/route';

import { permits } from '../../access/index.js';
import type { Caller, ContentDefinition } from '../../content/index.js';
import { isDevelopment } from '../../content/index.js';
import { ContentError, ForbiddenError, NotFoundError } from '../../errors/index.js';
import { USER_UID, isRowId } from '../../model/index.js';
import { usesOf } from '../../upload/index.js';
import { type ContentEnv, content } from '../context.js';
import { answerError, errorResponse } from '../failures.js';
import { describe } from './describe.js';
import type { DescribedCaller, FileUses } from './description.js';
import { type StudioFile, studioFile } from './files.js';
import { contentSecurityPolicy, studioPage } from './page.js';

/**
 * The studio: a web application for editors. Mount it beside the API: `app.route('/studio',
 * studio(contentDefinition))`. The studio calls the API with the session of its user, so it can do what the role of
 * that user may do, and no more.
 */
export function studio(definition: ContentDefinition): Hono<ContentEnv> {
  const app = new Hono<ContentEnv>();
  app.onError(answerError);
  app.get('/describe', content(definition), (c) => {
    const { scope } = c.var;
    return compressed(c, JSON.stringify(describe(scope, described(scope.caller))));
  });
  app.get('/uses/:file', content(definition), (c) => uses(c));
  app.get('/assets/:name', async (c) => {
    const file = await studioFile(`assets/${c.req.param('name')}`);
    return file === undefined ? errorResponse(c, new NotFoundError()) : fileAnswer(c, file);
  });
  app.get('/icon.svg', async (c) => {
    const file = await studioFile('icon.svg');
    return file === undefined ? errorResponse(c, new NotFoundError()) : fileAnswer(c, file);
  });
  app.get('/*', (c) => page(c, definition));
  return app;
}

function described(caller: Caller): DescribedCaller {
  if (caller.kind === 'token') return { kind: 'token', name: caller.name };
  if (caller.user === undefined) {
    throw new ContentError(401, 'UnauthorizedError', 'Sign in to see the types of this project');
  }
  return { kind: 'user', role: caller.role, documentId: caller.user.documentId };
}

/** Where a file is used: all types with their first documents, or one page of the documents of a type. */
async function uses(c: Context<ContentEnv>): Promise<Response> {
  const { scope } = c.var;
  described(scope.caller);
  if (!permits(scope, 'upload', 'find') && !permits(scope, 'upload', 'findPage')) throw new ForbiddenError();
  const [file, start, type] = [c.req.param('file') ?? '', c.req.query('start') ?? '0', c.req.query('type')];
  if (!isRowId(file) || !/^\d{1,9}$/.test(start)) throw new NotFoundError();
  const page = { start: Number(start), limit: USES_PAGE, ...(type === undefined ? {} : { type }) };
  const data = (await usesOf(scope, Number(file), page)).map(({ model, total, rows }): FileUses => {
    const documents = rows.map(({ documentId, locale }) => ({ documentId, locale: model.localized ? locale : null }));
    return { type: model.name, total, documents };
  });
  return compressed(c, JSON.stringify({ data }));
}

const USES_PAGE = 20;

/** The description of a large project has hundreds of kilobytes, of which compression leaves a twentieth. */
async function compressed(c: Context<ContentEnv>, json: string): Promise<Response> {
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    Vary: 'Accept-Encoding',
  };
  if (!accepts(c, 'gzip')) return c.body(json, 200, headers);
  return c.body(new Uint8Array(await gzipped(json)), 200, { ...headers, 'Content-Encoding': 'gzip' });
}

const gzipped = promisify(gzip);

function accepts(c: Context<ContentEnv>, encoding: string): boolean {
  return (c.req.header('accept-encoding') ?? '').split(',').some((each) => each.split(';')[0]?.trim() === encoding);
}

/** The names of built files contain a hash of their content, so browsers keep them. The icon is asked for again. */
function fileAnswer(c: Context<ContentEnv>, { body, type, encodings }: StudioFile): Response {
  const encoded = encodings.find(({ name }) => accepts(c, name));
  return c.body(encoded?.body ?? body, 200, {
    'Content-Type': type,
    'Cache-Control': c.req.path.endsWith('/icon.svg') ? 'no-cache' : 'public, max-age=31536000, immutable',
    'X-Content-Type-Options': 'nosniff',
    Vary: 'Accept-Encoding',
    ...(encoded === undefined ? {} : { 'Content-Encoding': encoded.name }),
  });
}

async function page(c: Context<ContentEnv>, { settings, models }: ContentDefinition): Promise<Response> {
  const file = await studioFile('index.html');
  if (file === undefined) return notBuilt(c);
  const nonce = randomBytes(18).toString('base64url');
  const setup = {
    api: settings.api.prefix,
    users: Object.values(models).some(({ uid }) => uid === USER_UID),
    autosave: settings.studio?.autosave ?? true,
    development: isDevelopment(),
  };
  const html = studioPage(new TextDecoder().decode(file.body), { base: mountedAt(c), nonce, setup });
  return c.body(html, 200, {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': contentSecurityPolicy(nonce, settings),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Referrer-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
  });
}

/** Only in a clone of content-gen, where `npm start` serves before the studio is built. The browser asks again. */
function notBuilt(c: Context<ContentEnv>): Response {
  return c.text('The studio is being built. This page opens it in a moment.\n', 503, {
    Refresh: '2',
    'Retry-After': '2',
  });
}

/** The path of the studio, with a slash at its end: the pattern of its last route without the star. */
function mountedAt(c: Context<ContentEnv>): string {
  return routePath(c).replace(/\*$/, '');
}
