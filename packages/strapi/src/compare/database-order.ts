import type { Json } from './difference.js';
import { type SortKey, shownValue } from './sort-order.js';

type Compare = (one: unknown, other: unknown) => number;

const texts: readonly ((one: string, other: string) => number)[] = [
  (one, other) => (one < other ? -1 : one > other ? 1 : 0),
  (one, other) => one.localeCompare(other, 'en'),
  (one, other) => one.localeCompare(other, 'en', { sensitivity: 'base' }),
];

/** The orders of values that databases have: null is the largest value or the smallest, and texts have a collation. */
const orders: readonly Compare[] = [1, -1].flatMap((nullSide) =>
  texts.map((compareTexts): Compare => (one, other) => {
    if (one === null || other === null) return one === other ? 0 : one === null ? nullSide : -nullSide;
    if (typeof one === 'string' && typeof other === 'string') return compareTexts(one, other);
    return Number(one) - Number(other);
  }),
);

/**
 * Whether two lists follow the same `sort` in databases that order values differently. Both must be sorted in the order
 * of a database; and no order may fit both, or null must be among the values, which decides about the documents of a page.
 */
export function isOrderedByDatabase(old: readonly Json[], ours: readonly Json[], keys: readonly SortKey[]): boolean {
  const fitting = [old, ours].map((list) => orders.filter((order) => isSorted(list, keys, order)));
  const [before = [], after = []] = fitting;
  if (before.length === 0 || after.length === 0) return false;
  const hasNull = [...old, ...ours].some((document) => keys.some(({ path }) => valueOf(document, path) === null));
  return hasNull || !before.some((order) => after.includes(order));
}

/** Whether a list is sorted in the order of any database. */
export function isSortedList(list: readonly Json[], keys: readonly SortKey[]): boolean {
  return orders.some((order) => isSorted(list, keys, order));
}

function isSorted(list: readonly Json[], keys: readonly SortKey[], order: Compare): boolean {
  return list.every((document, index) => {
    const next = list[index + 1];
    return next === undefined || compareDocuments(document, next, keys, order) <= 0;
  });
}

/** NaN, which no order fits, if the documents do not show a sorted value. */
function compareDocuments(one: Json, other: Json, keys: readonly SortKey[], order: Compare): number {
  for (const { path, isDescending } of keys) {
    const [left, right] = [valueOf(one, path), valueOf(other, path)];
    if (left === undefined || right === undefined) return Number.NaN;
    const compared = order(left, right) * (isDescending ? -1 : 1);
    if (compared !== 0) return compared;
  }
  return 0;
}

function valueOf(document: Json, path: string): unknown {
  return shownValue(document, path.split('.'));
}
