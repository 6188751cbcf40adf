import type { NodePlan } from '../../plan/index.js';
import { limitInText } from '../page/page-size.js';
import { reportsCount } from '../length.js';

/**
 * Bounds the bytes of an answer while PostgreSQL builds it, so that neither PostgreSQL nor Node ever holds a large
 * answer.
 *
 * A quick statement takes only some rows of each list and leaves out large rows. The result is always small, and the
 * limits cost almost nothing. If a quick statement has left rows out, it cannot know whether the whole answer fits. A
 * thorough statement then adds up the bytes of every list, row by row, which costs a few percent.
 */
export interface ByteBudget {
  /** The most bytes of an answer. */
  readonly max: number;
  /** How many rows a list takes. A list with more rows reports that it left rows out. */
  readonly listRows: number;
  /** The rows `d` of a select, and the condition for the rows of a list that are not left out. */
  list(select: string): BoundedRows;
  /** The same for the documents of the answer itself. */
  documents(select: string): BoundedRows;
}

interface BoundedRows {
  readonly from: string;
  readonly fits: string;
}

/**
 * The size of a JSON value that has just been built. Unlike a cast to text it copies nothing, but it counts a header of
 * one or four bytes. So the size is never less than the bytes of a document, and the size plus one is never less than
 * the bytes of an item with its separator.
 */
export const SIZE = 'pg_column_size(d.data)';

/** Never more than the bytes of an item. */
export const LEAST_SIZE = `(${SIZE} - 3)`;

/** How many rows a quick statement takes from all lists together, and the least number that it takes from one list. */
const QUICK_ROWS = 1_000;
const MIN_LIST_ROWS = 20;

/** `limit`: the most documents of the answer. */
export function quickBudget(node: NodePlan, limit: number, max: number, maxRows: number): ByteBudget {
  const slices = listSlices(node);
  const listRows = Math.min(maxRows, Math.max(MIN_LIST_ROWS, Math.floor(QUICK_ROWS / limit / (slices.length || 1))));
  const perDocument = slices.reduce<number>((sum, slice) => sum + (slice ?? listRows), 0);
  return sharedBudget(max, listRows, {
    row: String(Math.floor(max / limit / (perDocument || 1))),
    document: String(Math.floor(max / limit)),
  });
}

/** For a statement that counts the rows of the answer before it builds them: every row may have the same share. */
export function weighedBudget(limit: number, max: number, maxRows: number): ByteBudget {
  return sharedBudget(max, maxRows, {
    row: '(select row_share from scale)',
    document: String(Math.floor(max / limit)),
  });
}

function sharedBudget(
  max: number,
  listRows: number,
  share: { readonly row: string; readonly document: string },
): ByteBudget {
  return {
    max,
    listRows,
    list: (select) => ({ from: `(${select}) d`, fits: `${SIZE} <= ${share.row}` }),
    documents: (select) => ({ from: `(${select}) d`, fits: `${SIZE} <= ${share.document}` }),
  };
}

export function thoroughBudget(max: number, maxRows: number): ByteBudget {
  const rows = (select: string) => runningTotal(select, max);
  return { max, listRows: maxRows, list: rows, documents: rows };
}

/** Rows with a running total of their bytes. */
export function runningTotal(select: string, max: number): BoundedRows {
  return {
    from: `(select d.*, sum(${LEAST_SIZE}) over (rows unbounded preceding) as cg_bytes from (${select}) d) d`,
    fits: `d.cg_bytes <= ${max}`,
  };
}

/** The page sizes of all lists of rows below a node; `undefined` for lists that are not sliced. */
function listSlices(node: NodePlan): readonly (number | undefined)[] {
  return node.children.filter(reportsCount).flatMap((child) => {
    const own =
      child.kind === 'edge' && child.edge.kind === 'rows' && child.edge.many
        ? [child.slice && limitInText(child.slice.limit)]
        : [];
    const morph = child.kind === 'morph' && child.many ? [undefined] : [];
    const nodes = child.kind === 'edge' ? [child.node] : child.arms.map((arm) => arm.node);
    return [...own, ...morph, ...nodes.flatMap(listSlices)];
  });
}
