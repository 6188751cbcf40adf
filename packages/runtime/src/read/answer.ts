import { hash } from 'node:crypto';

import type { Scope } from '../content/index.js';
import { type CursorPlan, type PagePlan, type ReadPlan, writeCursor } from '../plan/index.js';
import type { EnclosedJson, PageEdges, Shape } from '../sql/index.js';
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
