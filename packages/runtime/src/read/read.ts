import { type Action, authorize, rightsKey } from '../access/index.js';
import type { Answer } from './answer.js';
import type { Scope } from '../content/content.js';
import type { Executor } from '../database/database.js';
import { ContentError, NotFoundError, ValidationError } from '../errors/index.js';
import type { AnyModel } from '../model/model.js';
import { planPage } from '../plan/pagination.js';
import type { PagePlan, ReadPlan } from '../plan/plan.js';
import { planRead } from '../plan/read.js';
import { looksAtDrafts } from '../plan/version.js';
import { type Parameters, parseParameters } from '../query/parameters.js';
import type { Query } from './request.js';
import { type Shape, type Statement, selectOne, selectPage } from '../sql/select.js';
import { cachedStatement } from './statement-cache.js';
import { rememberTotal, withKnownTotal } from './total-cache.js';
import { toV4 } from './v4.js';

/** A list of documents, with `meta.pagination`. */
export async function findMany(scope: Scope, model: AnyModel, query: Query): Promise<Answer> {
  authorize(scope, model, 'find');
  const { plan, page, statement } = prepared(scope, model, 'list', query, () => {
    const plan = understand(scope, model, 'find', query);
    const page = planPage(plan.parameters.page, scope.content.settings.api.rest);
    return { ...plan, page, statement: selectPage(plan.plan, page, shapeOf(scope)) };
  });
  authorizeStatus(scope, model, plan);
  const { database, totals } = scope.content;
  const [row] = await database.raw(statement.text, withKnownTotal(totals, statement));
  refuseOverweight(scope, row);
  rememberTotal(totals, statement, row?.[1], row?.[3]);
  const meta = `{"pagination":${pagination(page, row?.[1])}}`;
  return { body: envelope(scope, plan, row?.[0], meta) };
}

/** One document of a collection type. */
export async function findOne(scope: Scope, model: AnyModel, documentId: string, query: Query): Promise<Answer> {
  authorize(scope, model, 'findOne');
  return show(scope, model, 'findOne', documentId, query);
}

/** The document of a single type. */
export async function findSingle(scope: Scope, model: AnyModel, query: Query): Promise<Answer> {
  authorize(scope, model, 'find');
  return show(scope, model, 'find', undefined, query);
}

async function show(
  scope: Scope,
  model: AnyModel,
  action: 'find' | 'findOne',
  documentId: string | undefined,
  query: Query,
): Promise<Answer> {
  const { plan, parameters, statement } = prepared(scope, model, 'one', query, () => {
    const plan = understand(scope, model, action, query);
    return { ...plan, statement: selectOne(plan.plan, documentId, shapeOf(scope)) };
  });
  authorizeStatus(scope, model, plan);
  if (model.localized && parameters.localeList) {
    throw new ValidationError(`Invalid locale param ${parameters.locale} provided. Document locales must be strings.`);
  }
  if (model.localized && parameters.locale.includes('*')) throw new NotFoundError();
  // The id is the first value of the statement; the rest of it is the same for every document.
  const values = documentId === undefined ? statement.values : [documentId, ...statement.values.slice(1)];
  return answerOne(scope, scope.content.database, plan, { text: statement.text, values });
}

/** What a write reads from its query: everything is checked before anything is written. */
export interface WritePlan {
  readonly parameters: Parameters;
  readonly plan: ReadPlan;
}

export function planWrite(scope: Scope, model: AnyModel, query: Query): WritePlan {
  return understand(scope, model, 'update', query);
}

/** Shows one version of a document as the answer to a write, `fields` and `populate` of its query applied. */
export async function readDocument(
  scope: Scope,
  executor: Executor,
  write: WritePlan,
  version: { readonly documentId: string; readonly locale: string; readonly status: 'draft' | 'published' },
  options: { readonly created: boolean },
): Promise<Answer> {
  // Whether the caller may write this row has been decided; that it may see it follows.
  const { where: _where, rows, ...shown } = write.plan;
  const { publicationFilter: _filter, locales: _locales, ...rest } = write.plan.version;
  const localized = write.plan.model.localized ? { locales: [version.locale] } : {};
  const plan: ReadPlan = {
    ...shown,
    rows: { related: rows.related },
    version: { ...rest, ...localized, status: version.status },
  };
  const shape = shapeOf(scope);
  const statement = selectOne(plan, version.documentId, {
    ...shape,
    id: !options.created || scope.content.settings.api.responses === 'strapi',
  });
  return answerOne(scope, executor, plan, statement);
}

async function answerOne(scope: Scope, executor: Executor, plan: ReadPlan, statement: Statement): Promise<Answer> {
  const [row] = await executor.raw(statement.text, statement.values).catch((error: { code?: unknown }) => {
    throw error.code === DIVISION_BY_ZERO ? overweight(scope) : error;
  });
  refuseOverweight(scope, row);
  if (row === undefined || row[0] === null) throw new NotFoundError();
  return { body: envelope(scope, plan, row[0], '{}'), version: Number(row[1]?.toString()) };
}

function understand(scope: Scope, model: AnyModel, action: Action, query: Query): WritePlan {
  const parameters = parseParameters(query.tree, { strict: scope.content.settings.api.rest.strictParams });
  return { parameters, plan: planRead(scope, model, action, parameters, query.check) };
}

function prepared<T extends { readonly statement: Statement }>(
  scope: Scope,
  model: AnyModel,
  operation: string,
  query: Query,
  make: () => T,
): T {
  const rights = rightsKey(scope.caller, scope.content.settings);
  return cachedStatement(scope.content.statements, model, operation, rights, query.text, make);
}

function authorizeStatus(scope: Scope, model: AnyModel, plan: ReadPlan): void {
  if (!model.draftAndPublish) return;
  if (plan.version.status === 'draft' || looksAtDrafts(plan.version)) authorize(scope, model, 'findDraft');
}

export function shapeOf(scope: Scope): Shape {
  const { api, locales } = scope.content.settings;
  const documented = api.responses === 'documented';
  return {
    oneLocale: locales.all.length === 1,
    entryDocumentId: documented,
    documentMeta: documented,
    id: true,
    maxRows: api.rest.maxPopulatedRows,
  };
}

export function refuseOverweight(scope: Scope, row: readonly (Buffer | null)[] | undefined): void {
  const [, , weight, , light] = row ?? [];
  const { maxPopulatedRows } = scope.content.settings.api.rest;
  if (light?.toString() !== 'f' && Number(weight?.toString() ?? 0) <= maxPopulatedRows) return;
  throw overweight(scope);
}

/** How a list that is too long ends a statement that does not weigh; see `sql/node.ts`. */
const DIVISION_BY_ZERO = '22012';

function overweight(scope: Scope): ValidationError {
  const { maxPopulatedRows } = scope.content.settings.api.rest;
  return new ValidationError(
    `Too many rows to populate. The maximum is ${maxPopulatedRows} (api.rest.maxPopulatedRows); select fewer documents, or paginate what is populated`,
    { source: 'query', param: 'populate' },
  );
}

/** The answer around what the database built; its bytes are passed on as they are. */
function envelope(scope: Scope, plan: ReadPlan, data: Buffer | null | undefined, meta: string): Uint8Array | string {
  if (data === null || data === undefined)
    throw new ContentError(500, 'InternalServerError', 'Internal Server Error', null);
  if (scope.format === 'v4')
    return `{"data":${JSON.stringify(toV4(JSON.parse(data.toString()), plan.node))},"meta":${meta}}`;
  return Buffer.concat([OPENING, data, Buffer.from(`,"meta":${meta}}`)]);
}

const OPENING = Buffer.from('{"data":');

function pagination(page: PagePlan, count: Buffer | null | undefined): string {
  const total = page.withCount ? Number(count?.toString()) : undefined;
  if (page.mode === 'offset') return JSON.stringify({ start: page.start, limit: page.limit, total });
  const pageCount = total === undefined ? undefined : Math.ceil(total / page.limit);
  return JSON.stringify({ page: page.start / page.limit + 1, pageSize: page.limit, pageCount, total });
}
