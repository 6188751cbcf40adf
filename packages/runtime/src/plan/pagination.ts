import { ContentError, ValidationError } from '../errors/index.js';
import type { PageAst } from '../query/index.js';
import type { ApiSettings } from '../content/index.js';
import type { PagePlan, Slice } from './plan.js';

/** No table has more rows, and a larger number is not exact any more. */
const LAST_START = Number.MAX_SAFE_INTEGER;

export function planPage(page: PageAst, rest: ApiSettings['rest']): PagePlan {
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

/** A slice of a populated list. Without parameters the list is not sliced, as in Strapi. */
export function planNestedPage(page: PageAst, rest: ApiSettings['rest'], path: string): Slice {
  if (page.withCount !== undefined) {
    throw new ValidationError(`Invalid key withCount at ${path}`, {
      key: 'withCount',
      path,
      source: 'query',
      param: 'populate',
    });
  }
  const plan = planPage(page, rest);
  return { start: plan.start, limit: plan.limit };
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

/** Empty text counts as absent. */
function given(text: string | undefined): number | undefined {
  return text === undefined || text === '' ? undefined : Number(text);
}
