import { type Context, Hono } from 'hono';

import { permits } from '../../access/index.js';
import type { Scope } from '../../content/index.js';
import { ContentError, ForbiddenError, invalidKey, NotFoundError, ValidationError } from '../../errors/index.js';
import { json } from '../answers.js';
import { readBody } from '../bodies.js';
import type { ContentEnv } from '../context.js';
import type { Form } from '../multipart.js';
import { planPage } from '../../plan/index.js';
import { type Tree, parseBrackets } from '../../query/index.js';
import {
  type FileInfo,
  type FilesFound,
  describeFile,
  findFile,
  parseFileInfos,
  parseTarget,
  planFiles,
  refuseRelated,
  removeFile,
  replaceFile,
  saveFiles,
  selectFiles,
  selectRelated,
  tooLarge,
  uploadsOf,
} from '../../upload/index.js';

/** Files. Mounted at `/api/upload`; answers have no envelope. */
export const uploadRoutes: Hono<ContentEnv> = new Hono();

uploadRoutes.post('/', async (c) => {
  const tree = treeOf(c);
  // Replacing or describing a file needs a right of its own, because the file may come from another user.
  const scope = allowed(c, tree['id'] === undefined ? 'upload' : 'replace');
  const id = replacedId(tree, scope);
  const form = await readMultipart(c, scope);
  try {
    const file = id === undefined ? undefined : await existing(scope, id, 'Entity not found');
    const [first, ...more] = form?.files ?? [];
    if (form === undefined || first === undefined) {
      if (file === undefined) throw noContent();
      await describeFile(scope, file, form === undefined ? await jsonInfo(c) : formInfo(form));
      return await uploaded(c, scope, file);
    }
    refuseUnknownFields(form, file === undefined ? NEW_FILE : STORED_FILE);
    if (more.length === 0 && first.inspection.size() === 0) throw noContent();
    const infos = parseFileInfos(form.fields.get('fileInfo') ?? []);
    if (file !== undefined) {
      if (more.length > 0) throw new ContentError(400, 'ApplicationError', 'Cannot replace a file with multiple ones');
      await replaceFile(scope, file, first, infos[0] ?? {});
      return await uploaded(c, scope, file);
    }
    const target = parseTarget(scope, form.fields);
    const attachment = target && { target, ifMatch: c.req.header('if-match') };
    const ids = await saveFiles(scope, form.files, infos, attachment);
    const { data } = await selectFiles(scope, planFiles(scope, {}), { ids, uploaded: true });
    return json(c, { body: data }, 201);
  } finally {
    if (form !== undefined) await (await uploadsOf(scope.content)).staging.discard(form.files);
  }
});

uploadRoutes.get('/files', async (c) => {
  const scope = allowed(c, 'find');
  const plan = planFiles(scope, treeOf(c));
  refuseRelated(plan);
  const { rest } = scope.content.settings.api;
  // All files, unless the request asks for a page; but at most `maxPopulatedRows`.
  const asked = Object.keys(plan.parameters.page).length > 0;
  const page = asked ? planPage(plan.parameters.page, rest) : { start: 0, limit: rest.maxPopulatedRows };
  const { data, total = 0 } = await selectFiles(scope, plan, { ...page, count: !asked });
  if (!asked && total > rest.maxPopulatedRows) {
    throw new ValidationError(`There are ${total} files: read them by pages, from /upload/files/page`);
  }
  return json(c, { body: data });
});

/** One pattern for two routes: Hono compiles all routes into one expression only if no pattern overlaps another. */
uploadRoutes.get('/files/:id', async (c) => {
  if (c.req.param('id') === 'page') return pageOfFiles(c);
  const scope = allowed(c, 'findOne');
  return one(c, scope, await existing(scope, c.req.param('id'), 'file.notFound'), treeOf(c));
});

uploadRoutes.delete('/files/:id', async (c) => {
  const scope = allowed(c, 'destroy');
  const id = await existing(scope, c.req.param('id'), 'file.notFound');
  const answer = await one(c, scope, id, treeOf(c));
  await removeFile(scope, id);
  return answer;
});

async function pageOfFiles(c: Context<ContentEnv>): Promise<Response> {
  const scope = allowed(c, 'findPage');
  const plan = planFiles(scope, treeOf(c));
  refuseRelated(plan);
  const { mode, start, limit, withCount } = planPage(plan.parameters.page, scope.content.settings.api.rest);
  const { data, total } = await selectFiles(scope, plan, { start, limit, count: withCount });
  const pageCount = total === undefined ? undefined : Math.ceil(total / limit);
  const pagination =
    mode === 'offset' ? { start, limit, total } : { page: start / limit + 1, pageSize: limit, pageCount, total };
  return json(c, { body: `{"data":${data.toString()},"meta":${JSON.stringify({ pagination })}}` });
}

function allowed(c: Context<ContentEnv>, action: string): Scope {
  const scope = c.var.scope;
  if (!permits(scope, 'upload', action)) throw new ForbiddenError();
  return scope;
}

function treeOf(c: Context<ContentEnv>): Readonly<Record<string, Tree>> {
  return parseBrackets(new URL(c.req.url).search.slice(1));
}

function noContent(): ValidationError {
  return new ValidationError('Files are empty');
}

function replacedId({ id, ...others }: Readonly<Record<string, Tree>>, scope: Scope): string | undefined {
  const [other] = Object.keys(others);
  if (other !== undefined && scope.content.settings.api.rest.strictParams) {
    throw invalidKey(other, { source: 'query', param: other, path: null });
  }
  if (id === undefined || typeof id === 'string') return id;
  throw new ValidationError("Invalid parameter at 'id'. Expected the id of a file");
}

async function existing(scope: Scope, id: string, message: string): Promise<number> {
  const found = await findFile(scope.content.database, id);
  if (found === undefined) throw new NotFoundError(message);
  return found;
}

async function one(c: Context<ContentEnv>, scope: Scope, id: number, tree: Readonly<Record<string, Tree>>) {
  const plan = planFiles(scope, tree);
  const file = await selectFiles(scope, plan, { ids: [id] });
  return answerOne(c, file, await selectRelated(scope, plan, id));
}

async function uploaded(c: Context<ContentEnv>, scope: Scope, id: number) {
  return answerOne(c, await selectFiles(scope, planFiles(scope, {}), { ids: [id], uploaded: true }));
}

function answerOne(c: Context<ContentEnv>, { data }: FilesFound, more = ''): Response {
  const file = data.subarray(1, -1);
  if (file.length === 0) throw new NotFoundError('file.notFound');
  return json(c, { body: more === '' ? file : Buffer.concat([file.subarray(0, -1), Buffer.from(`${more}}`)]) });
}

/**
 * The form of a request; `undefined` if the request has no form. The parser is loaded by the first request that needs
 * it.
 */
async function readMultipart(c: Context<ContentEnv>, scope: Scope): Promise<Form | undefined> {
  const contentType = c.req.header('content-type') ?? '';
  if (!/^multipart\/form-data\s*(;|$)/i.test(contentType)) return undefined;
  const { settings, staging } = await uploadsOf(scope.content);
  if (Number(c.req.header('content-length') ?? 0) > settings.requestSizeLimit)
    throw tooLarge('request entity too large');
  const { body } = c.req.raw;
  if (body === null) return undefined;
  const { readForm } = await import('../multipart.js');
  return readForm(body, contentType, staging, settings);
}

const STORED_FILE = new Set(['fileInfo']);
const NEW_FILE = new Set([...STORED_FILE, 'ref', 'refId', 'field']);

function refuseUnknownFields({ fields, strays }: Form, known: ReadonlySet<string>): void {
  refuseFirst([...strays, ...[...fields.keys()].filter((name) => !known.has(name))]);
}

function refuseFirst([unknown]: readonly string[]): void {
  if (unknown !== undefined) throw invalidKey(unknown, { source: 'body', param: unknown, path: null });
}

async function jsonInfo(c: Context<ContentEnv>): Promise<FileInfo> {
  const body = await readBody(c);
  if (typeof body !== 'object' || body === null) return {};
  refuseFirst(Object.keys(body).filter((name) => !STORED_FILE.has(name)));
  return infoOf('fileInfo' in body ? [body.fileInfo] : []);
}

function formInfo(form: Form): FileInfo {
  refuseUnknownFields(form, STORED_FILE);
  return infoOf(form.fields.get('fileInfo') ?? []);
}

function infoOf(values: readonly unknown[]): FileInfo {
  return parseFileInfos(values)[0] ?? {};
}
