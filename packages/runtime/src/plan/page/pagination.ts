import { ContentError, ValidationError } from '../../errors/index.js';
import type { PageAst } from '../../query/index.js';
import type { ApiSettings } from '../../content/index.js';
import { planCursor } from './cursor.js';
import type { OrderTerm, PagePlan, Slice } from '../plan.js';

/** No table has more rows, and a larger number is not exact any more. */
const LAST_START = Number.MAX_SAFE_INTEGER;

/** `order`: the order of the list. Without it the list has no cursors. */
export function planPage(page: PageAst, rest: ApiSettings['rest'], order?: readonly OrderTerm[]): PagePlan {
  if (page.after !== undefined || page.before !== undefined) return planCursorPage(page, rest, order);
  const byPage = page.page !== undefined || page.pageSize !== undefined;
  const byOffset = page.start !== undefined || page.limit !== undefined;
  if (byPage && byOffset) {
    throw new ContentError(400, 'PaginationError', 'Cannot use both page & offset pagination in the same query');
  }
  const withCount = planCount(page.withCount, rest.withCount);
  if (byOffset) return { mode: 'offset', withCount, ...planSlice(page, rest) };
  const limit = planLimit(page.pageSize, rest);
  const number = Math.max(1, given(page.page) ?? 1);
  return { mode: 'page', withCount, limit, start: checkStart((number - 1) * limit) };
}

/** Counts only if the request says so, because the total costs more than the page. */
function planCursorPage(page: PageAst, rest: ApiSettings['rest'], order: readonly OrderTerm[] | undefined): PagePlan {
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

function planSlice(page: PageAst, rest: ApiSettings['rest']): Slice {
  return { start: checkStart(Math.max(0, given(page.start) ?? 0)), limit: planLimit(page.limit, rest) };
}

function planLimit(text: string | undefined, rest: ApiSettings['rest']): number {
  const limit = given(text) ?? rest.defaultLimit;
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

/** Empty text is zero, as in Strapi: the first page, or the smallest page. */
function given(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}
