import { ContentError, ValidationError } from '../../errors/index.js';
import type { PageAst, PageDepth } from '../../query/index.js';
import type { ApiSettings } from '../../content/index.js';
import { fillIn, operandOf } from '../blanks/blank.js';
import { planCursor } from './cursor.js';
import type { OrderTerm, PagePlan, PageShape, Slice } from '../plan.js';

/** No table has more rows, and a larger number is not exact any more. */
const LAST_START = Number.MAX_SAFE_INTEGER;

/** From this row on, a page is deep. */
const DEEP = 100;

export function planPage(page: PageAst, rest: ApiSettings['rest'], order?: readonly OrderTerm[]): PagePlan {
  return filledPage(shapePage(page, rest, order), []);
}

/** A page with the values of the blanks of its query. */
export function filledPage(page: PageShape, texts: readonly string[]): PagePlan {
  return { ...page, start: Number(fillIn(page.start, texts)) };
}

/** `order`: the order of the list. Without it the list has no cursors. */
export function shapePage(page: PageAst, rest: ApiSettings['rest'], order?: readonly OrderTerm[]): PageShape {
  if (page.after !== undefined || page.before !== undefined) return planCursorPage(page, rest, order);
  const byPage = page.page !== undefined || page.pageSize !== undefined;
  const byOffset = page.start !== undefined || page.limit !== undefined;
  if (byPage && byOffset) {
    throw new ContentError(400, 'PaginationError', 'Cannot use both page & offset pagination in the same query');
  }
  const withCount = planCount(page.withCount, rest.withCount);
  if (byOffset) {
    const begin = planStart(page.start, 0, 'start', (start) => Math.max(0, start));
    return { mode: 'offset', withCount, ...begin, limit: planLimit(page.limit, rest) };
  }
  const limit = planLimit(page.pageSize, rest);
  const begin = planStart(page.page, 1, `page of ${limit}`, (number) => (Math.max(1, number) - 1) * limit);
  return { mode: 'page', withCount, limit, ...begin };
}

/** The beginning of a page. `how` tells apart the ways to compute it from one number. */
function planStart(
  sent: PageAst['start'],
  byDefault: number,
  how: string,
  startOf: (number: number) => number,
): Pick<PageShape, 'start' | 'depth'> {
  const read = (text: string) => checkStart(startOf(Number(text)));
  if (typeof sent === 'object') return { start: operandOf(sent, how, read), depth: sent.kind };
  const start = sent === undefined ? startOf(byDefault) : read(sent);
  return { start, depth: depthOf(start) };
}

function depthOf(start: number): PageDepth {
  if (start === 0) return 'first';
  return start < DEEP ? 'near' : 'deep';
}

/** Counts only if the request says so, because the total costs more than the page. */
function planCursorPage(page: PageAst, rest: ApiSettings['rest'], order: readonly OrderTerm[] | undefined): PageShape {
  const { after, before } = page;
  const direction = after === undefined ? 'before' : 'after';
  if (order === undefined) {
    const path = `pagination.${direction}`;
    throw new ValidationError(`Invalid key ${direction} at pagination. This list has no cursors`, {
      key: direction,
      path,
      source: 'query',
      param: 'pagination',
    });
  }
  refuseOtherPages(page);
  return {
    mode: 'cursor',
    cursor: planCursor(direction, after ?? before ?? '', order),
    start: 0,
    depth: 'first',
    limit: planLimit(page.pageSize ?? page.limit, rest),
    withCount: planCount(page.withCount, false),
  };
}

/**
 * A slice of a populated list. Without parameters the list is not sliced, as in Strapi. `terms`: the order of the list,
 * if it has cursors.
 */
export function planNestedPage(
  page: PageAst,
  rest: ApiSettings['rest'],
  path: string,
  terms: readonly OrderTerm[] | undefined,
): Slice {
  const list = { path, param: 'populate' };
  const refused = (key: string, reason = '') =>
    new ValidationError(`Invalid key ${key} at ${path}${reason}`, { key, source: 'query', ...list });
  if (page.withCount !== undefined) throw refused('withCount');
  const { after, before } = page;
  const direction = after === undefined ? 'before' : 'after';
  const text = after ?? before;
  if (text === undefined) {
    const { start, limit } = planPage(page, rest);
    return { start, limit };
  }
  if (terms === undefined) throw refused(direction, '. This list has no cursors');
  refuseOtherPages(page);
  const cursor = { ...planCursor(direction, text, terms, list), terms };
  return { start: 0, limit: planLimit(page.pageSize ?? page.limit, rest), cursor };
}

/** A cursor is a place in the list, and so are a page and a start. */
function refuseOtherPages({ after, before, page, start }: PageAst): void {
  if ((after === undefined || before === undefined) && page === undefined && start === undefined) return;
  const message = 'Cannot use a cursor together with another cursor, a page or a start in the same query';
  throw new ContentError(400, 'PaginationError', message);
}

/** Empty text is zero, as in Strapi: the smallest page. */
function planLimit(text: string | undefined, rest: ApiSettings['rest']): number {
  const limit = text === undefined ? rest.defaultLimit : Number(text);
  if (!Number.isInteger(limit)) {
    throw new ValidationError(`Invalid parameter at 'limit'. Expected integer >= 1 or -1, received: ${limit}`);
  }
  return Math.min(Math.max(1, limit), rest.maxLimit);
}

function checkStart(start: number): number {
  if (!Number.isInteger(start) || start > LAST_START) {
    throw new ValidationError(`Invalid parameter at 'start'. Expected integer >= 0, received: ${start}`);
  }
  return start;
}

function planCount(text: string | undefined, byDefault: boolean): boolean {
  if (text === undefined) return byDefault;
  if (['true', 't', '1'].includes(text)) return true;
  if (['false', 'f', '0'].includes(text)) return false;
  throw new ValidationError('Invalid withCount parameter. Expected "t","1","true","false","0","f"');
}
