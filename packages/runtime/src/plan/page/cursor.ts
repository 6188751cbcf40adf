import type { Value } from '../../database/index.js';
import { ValidationError } from '../../errors/index.js';
import { type ScalarType, holdsUnstorable } from '../../model/index.js';
import type { Blank, CursorAst } from '../../query/index.js';
import { type Operand, operandOf } from '../blanks/blank.js';
import { parseOperand } from '../operands.js';
import type { CursorPlan, OrderTerm } from '../plan.js';

type Direction = CursorPlan['direction'];

/** The parameter that has the cursor: `pagination`, or the `pagination` of a populated list. */
interface CursorSite {
  readonly path: string;
  readonly param: string;
}

type Site = CursorSite & { readonly direction: Direction };

const FORGED = 'It is not a cursor of an answer';

/** A row at the edge of a page: the texts of its sort keys, and its id. */
export interface PageEdge {
  readonly keys: readonly (string | null)[];
  readonly id: number;
}

/**
 * Reads a cursor. A cursor is no secret and not signed, because it only says where a page begins: the conditions of the
 * request and the rights of the caller hold for every page.
 */
export function planCursor(
  direction: Direction,
  sent: string | CursorAst,
  order: readonly OrderTerm[],
  list: CursorSite = { path: 'pagination', param: 'pagination' },
): CursorPlan {
  const site = { ...list, direction };
  const hidden = order.find((term) => !term.isReadable);
  if (hidden !== undefined) {
    const { key, param } = hidden.at;
    throw new ValidationError(`Cannot use a cursor with the sort key ${key}, which the caller cannot read`, {
      key,
      path: key,
      source: 'query',
      param,
    });
  }
  if (sent === '') return { direction };
  const read = typeof sent === 'string' ? readCursor(sent) : sent;
  if (read === undefined) throw invalid(site, FORGED);
  if (read.sort !== sortOf(order)) throw invalid(site, 'It belongs to a list with another sort');
  if (read.keys.length !== order.length) throw invalid(site, FORGED);
  const keys = order.map(({ field }, index) => keyOf(site, field.type, read.keys[index] ?? null));
  return { direction, from: { keys, id: operandOf(read.id, 'id', Number) } };
}

export function writeCursor(order: readonly OrderTerm[], { keys, id }: PageEdge): string {
  return Buffer.from(JSON.stringify([sortOf(order), ...keys, id])).toString('base64url');
}

/** Ties the cursor to an order, because its values have no meaning in another order. */
export function sortOf(order: readonly OrderTerm[]): string {
  return order.map(({ at, direction }) => `${at.key}:${direction}`).join();
}

/** `undefined`: the text is no cursor. */
export function readCursor(text: string): (PageEdge & { readonly sort: string }) | undefined {
  const list = parsed(Buffer.from(text, 'base64url').toString());
  if (!Array.isArray(list) || holdsUnstorable(list)) return undefined;
  const [sort, ...rest]: readonly unknown[] = list;
  const [id, keys] = [rest.at(-1), rest.slice(0, -1)];
  if (typeof sort !== 'string' || typeof id !== 'number' || !Number.isSafeInteger(id)) return undefined;
  return keys.every(isKey) ? { sort, keys, id } : undefined;
}

function isKey(key: unknown): key is string | null {
  return key === null || typeof key === 'string';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const DECIMAL = /^-?\d{1,1000}(\.\d{1,1000})?$/;

/** A sort key as a value of its type. */
function keyOf(site: Site, type: ScalarType, sent: string | Blank<'key'> | null): Operand {
  return sent === null ? null : operandOf(sent, `${type.name} ${type.postgres}`, (text) => valueOf(site, type, text));
}

/** A decimal keeps all its digits. */
function valueOf(site: Site, type: ScalarType, text: string): Value {
  if (type.name === 'decimal') {
    if (DECIMAL.test(text)) return text;
    throw invalid(site, FORGED);
  }
  try {
    return parseOperand(type, text, `${site.path}.${site.direction}`);
  } catch (error) {
    if (error instanceof ValidationError) throw invalid(site, FORGED);
    throw error;
  }
}

function invalid({ direction, param, ...list }: Site, reason: string): ValidationError {
  const path = `${list.path}.${direction}`;
  return new ValidationError(`Invalid cursor at ${path}. ${reason}`, {
    key: direction,
    path,
    source: 'query',
    param,
  });
}
