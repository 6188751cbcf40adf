import { hash } from 'node:crypto';

import type { CachedStatement, Scope } from '../content/index.js';
import { type Executor, type Value, ClientDatabase } from '../database/index.js';
import { NotFoundError, ValidationError } from '../errors/index.js';
import type { AnyModel } from '../model/index.js';
import { type CursorPlan, type PagePlan, type ReadPlan, type SortSite, writeCursor } from '../plan/index.js';
import {
  type BoundedStatement,
  type DocumentRow,
  type EnclosedJson,
  type OverBudget,
  type PageEdges,
  type RowDocument,
  type Shape,
  readRow,
  selectFromRow,
  selectOne,
} from '../sql/index.js';
import type { Query } from './request.js';
import { toV4 } from './v4.js';

/** A response body as it is sent. */
export interface Answer {
  readonly body: string | Uint8Array;
  /** The revision of the document, if the body has a single document; the ETag begins with the revision. */
  readonly version?: string;
  /** The digest of the body, if it is known already. */
  readonly digest?: string;
}

/** An answer, and the snapshot of the database that it holds for, if the database tells. */
export interface DatedAnswer {
  readonly answer: Answer;
  readonly snapshot: string | undefined;
}

/** The digest of a body, for its ETag. */
export function digestOf(body: Answer['body']): string {
  return hash('sha1', body, 'base64url');
}

/**
 * The form of documents that the settings ask for. Code gets the values that its types name, so that code can write
 * these values again.
 */
export function shapeOf(scope: Scope, query: Query): Shape {
  const { api, locales } = scope.content.settings;
  const documented = api.responses === 'documented' && query.text !== undefined;
  return {
    oneLocale: locales.all.length === 1,
    entryDocumentId: documented,
    documentMeta: documented,
    id: true,
    maxRows: api.rest.maxPopulatedRows,
    maxBytes: api.rest.maxResponseBytes,
    maxSortedRows: api.rest.maxSortedRows,
    snapshot: scope.content.answers !== undefined,
  };
}

/**
 * Wraps the JSON that the database built. The bytes of the JSON are passed on without parsing, except in the format of
 * Strapi 4.
 */
export function envelope(scope: Scope, plan: ReadPlan, data: EnclosedJson, meta: string): Uint8Array | string {
  if (scope.format === 'v4') return `{"data":${documentText(scope, plan, data)},"meta":${meta}}`;
  return data.toAnswer(meta);
}

/** The JSON without its envelope, in the format that the request asks for. */
export function documentText(scope: Scope, { node }: ReadPlan, data: EnclosedJson): string {
  const text = data.json.toString();
  return scope.format === 'v4' ? JSON.stringify(toV4(JSON.parse(text), node)) : text;
}

interface CountedPage {
  readonly total: string | undefined;
  readonly edges: PageEdges | undefined;
}

/** The cursors of the next page and of the previous one; null where the list ends. */
function cursorsOf({ order }: ReadPlan, { direction, from }: CursorPlan, edges: PageEdges | undefined) {
  if (edges === undefined) return { after: null, before: null };
  const [isMoreBefore, isMoreAfter] =
    direction === 'after' ? [from !== undefined, edges.isMore] : [edges.isMore, from !== undefined];
  return {
    after: isMoreAfter ? writeCursor(order, edges.last) : null,
    before: isMoreBefore ? writeCursor(order, edges.first) : null,
  };
}

/** `meta.pagination` of a list. */
export function pagination(plan: ReadPlan, page: PagePlan, { total: count, edges }: CountedPage): string {
  const total = page.withCount ? Number(count) : undefined;
  if (page.cursor !== undefined) {
    return JSON.stringify({ pageSize: page.limit, ...cursorsOf(plan, page.cursor, edges), total });
  }
  if (page.mode === 'offset') return JSON.stringify({ start: page.start, limit: page.limit, total });
  const pageCount = total === undefined ? undefined : Math.ceil(total / page.limit);
  const number = Math.floor(page.start / page.limit) + 1;
  return JSON.stringify({ page: number, pageSize: page.limit, pageCount, total });
}

/** The statement of any document, and its plan. */
export interface PlannedDocument extends Pick<CachedStatement, 'key'> {
  readonly plan: ReadPlan;
  readonly statement: BoundedStatement<DocumentRow>;
}

/** The answer to a write. */
interface PlannedWritten extends PlannedDocument {
  /** Absent if the answer shows more than the written row. */
  readonly fromRow: RowDocument | undefined;
}

/** Shows one version of a document as the answer to a write, with `fields` and `populate` of its query. */
export function selectWritten(
  scope: Scope,
  query: Query,
  planned: ReadPlan,
  version: { readonly locale: string; readonly status: 'draft' | 'published' },
  created: boolean,
): PlannedWritten {
  // The write has checked that the caller may write this row, which includes seeing it: row rules and filters are dropped.
  const { where: _where, rows, ...shown } = planned;
  const { publicationFilter: _filter, locales: _locales, ...rest } = planned.version;
  const localized = planned.model.localized ? { locales: [version.locale] } : {};
  const plan: ReadPlan = {
    ...shown,
    rows: { related: rows.related },
    version: { ...rest, ...localized, status: version.status },
  };
  const id = !created || scope.content.settings.api.responses === 'strapi';
  const shape = { ...shapeOf(scope, query), id, snapshot: false };
  return { plan, statement: selectOne(plan, '', shape), fromRow: selectFromRow(plan, shape) };
}

export async function answerDocument(
  scope: Scope,
  executor: Executor,
  plan: ReadPlan,
  statement: BoundedStatement<DocumentRow>,
): Promise<DatedAnswer> {
  const row = await readBounded(scope, executor, plan.model, statement);
  return { answer: answerOf(scope, plan, row), snapshot: row.snapshot };
}

/** A document that is within its budgets. */
export type FittingRow = Extract<DocumentRow, { readonly budget: 'fits' }>;

export function answerOf(scope: Scope, plan: ReadPlan, { data, revision }: FittingRow): Answer {
  return { body: envelope(scope, plan, data, '{}'), version: revision };
}

/**
 * Reads an answer. Throws a 404 if the statement returns no row, and a 400 if the answer is over one of its budgets.
 */
export async function readBounded<Row extends OverBudget | { readonly budget: 'fits' } | undefined>(
  scope: Scope,
  executor: Executor,
  { name: type }: AnyModel,
  statement: BoundedStatement<Row>,
  values: readonly Value[] = statement.values,
): Promise<Exclude<Row, OverBudget | undefined>> {
  const { needsThorough } = scope.content;
  const isLarge = needsThorough.get(statement.text) === true;
  const startedAt = performance.now();
  const first = isLarge ? statement.thorough() : statement;
  let row = await readRow(executor, first, isLarge ? first.values : values, type);
  if (row?.budget === 'unsure') {
    needsThorough.set(statement.text, true, statement.text.length);
    const thorough = statement.thorough();
    row = await readRow(ClientDatabase.since(executor, startedAt), thorough, thorough.values, type);
  }
  if (row === undefined) throw new NotFoundError();
  if (row.budget !== 'fits') throw refusalOf(scope, row);
  // As the types of the statements say, a row within its budget is neither missing nor over its budget.
  return row as Exclude<Row, OverBudget | undefined>;
}

function refusalOf(scope: Scope, row: OverBudget): ValidationError {
  if (row.budget === 'sort') return tooManyToSort(scope, row.sort);
  return row.budget === 'rows' ? tooManyRows(scope) : tooLargeAnswer(scope);
}

function tooManyToSort({ content }: Scope, { key, param }: SortSite): ValidationError {
  const { maxSortedRows } = content.settings.api.rest;
  return new ValidationError(
    `Too many rows to sort by ${key}. The maximum is ${maxSortedRows} (api.rest.maxSortedRows); select fewer documents, or sort by another key`,
    { key, path: key, source: 'query', param },
  );
}

function tooManyRows({ content }: Scope): ValidationError {
  const { maxPopulatedRows } = content.settings.api.rest;
  return new ValidationError(
    `Too many rows to populate. The maximum is ${maxPopulatedRows} (api.rest.maxPopulatedRows); select fewer documents, or paginate what is populated`,
    { source: 'query', param: 'populate' },
  );
}

/** The answer of a request that selects more bytes than it may. */
export function tooLargeAnswer({ content }: Scope): ValidationError {
  const { maxResponseBytes } = content.settings.api.rest;
  return new ValidationError(
    `The answer is too large. The maximum is ${maxResponseBytes} bytes (api.rest.maxResponseBytes); select fewer documents or fields, populate less, or paginate what is populated`,
    { source: 'query', params: ['pagination', 'fields', 'populate'] },
  );
}
