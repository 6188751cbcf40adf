import { type ValidationError, invalidKey } from '../errors/index.js';
import type { FilterAst, Path } from '../query/ast.js';
import { comparison } from './comparisons.js';
import type { PlanContext } from './context.js';
import { lookup } from './lookup.js';
import type { Edge, FilterPlan, Holder } from './plan.js';

/** Where filters stand: on the main type, or below `populate`. */
export interface FilterPlace {
  readonly context: PlanContext;
  readonly param: string;
  /** How many levels of populate are above it. */
  readonly depth?: number;
}

/** Follows one more edge, to a place that names lead to. */
export function spend({ context, param, depth = 0 }: FilterPlace, names: number): void {
  context.spend(depth + names, param);
}

/** Resolves conditions against a model. Every name is looked up; nothing is dropped. */
export function planFilters(place: FilterPlace, holder: Holder, ast: FilterAst): FilterPlan {
  return planIn(place, holder, [], ast, false);
}

/** `names` leads from the main type to `holder`. */
function planIn(place: FilterPlace, holder: Holder, names: Path, ast: FilterAst, negated: boolean): FilterPlan {
  switch (ast.kind) {
    case 'and':
    case 'or':
      return combine(
        ast.kind,
        negated,
        ast.items.map((item) => planIn(place, holder, names, item, negated)),
      );
    case 'not':
      return planIn(place, holder, names, ast.item, !negated);
    case 'operator':
      throw unknown(place, ast.operator, names);
    case 'attribute':
      return planAttribute(place, holder, names, ast, negated);
  }
}

function planAttribute(
  place: FilterPlace,
  holder: Holder,
  names: Path,
  ast: Extract<FilterAst, { kind: 'attribute' }>,
  negated: boolean,
): FilterPlan {
  const below = [...names, ast.name];
  const found = lookup(place.context, holder, ast.name, 'filter');
  if (found === undefined) throw unknown(place, ast.name, names);
  switch (found.kind) {
    case 'field':
      return comparison(place, found.field, below, ast.item, negated);
    case 'hidden':
    case 'zone':
    case 'morph':
      throw forbidden(place, ast.name, below);
    case 'edge':
      if (found.edge.kind === 'rows' && found.edge.storage.at === 'file') {
        const message = `Invalid key ${ast.name}. Filtering on media fields is not possible`;
        throw invalidKey(ast.name, { source: 'query', param: place.param, path: below.join('.') }, message);
      }
      if (found.edge.kind === 'rows' && !place.context.maySee(found.edge.target))
        throw forbidden(place, ast.name, below);
      return planEdge(place, found.edge, below, ast.item, negated);
  }
}

/**
 * Conditions below a relation or component are about one and the same related row. Negation goes inside: a document
 * with a matching and a differing row has a row that differs.
 */
function planEdge(place: FilterPlace, edge: Edge, names: Path, ast: FilterAst, negated: boolean): FilterPlan {
  if (ast.kind === 'or' && ast.items.every(isOperator)) {
    return combine(
      'or',
      negated,
      ast.items.map((item) => planEdge(place, edge, names, item, negated)),
    );
  }
  if (ast.kind === 'not' && isOperator(ast.item)) return planEdge(place, edge, names, ast.item, !negated);
  if (ast.kind === 'operator') return planPresence(place, edge, names, ast, negated);
  if (ast.kind === 'and' && ast.items.some(isOperator)) {
    const rest: FilterAst = { kind: 'and', items: ast.items.filter((item) => !isOperator(item)) };
    const parts = [...ast.items.filter(isOperator), ...(rest.items.length > 0 ? [rest] : [])];
    return combine(
      'and',
      negated,
      parts.map((item) => planEdge(place, edge, names, item, negated)),
    );
  }
  spend(place, names.length);
  const where = planIn(place, edge.target, names, ast, negated);
  return { kind: 'exists', edge, where, orAbsent: holdsOnNothing(where) };
}

function isOperator(ast: FilterAst): boolean {
  return ast.kind === 'operator';
}

/** Operators on a relation itself: presence, or the id of what it points at. */
function planPresence(
  place: FilterPlace,
  edge: Edge,
  names: Path,
  ast: Extract<FilterAst, { kind: 'operator' }>,
  negated: boolean,
): FilterPlan {
  spend(place, names.length);
  if (ast.operator === '$null' || ast.operator === '$notNull') {
    const present = lookup(place.context, edge.target, 'id', 'filter');
    if (present?.kind !== 'field') throw unknown(place, ast.operator, names);
    const plan = comparison(place, present.field, names, ast, negated);
    const absent = plan.kind === 'compare' && (plan.operator === '$null') !== plan.negated;
    return absent ? { kind: 'absent', edge } : { kind: 'exists', edge, orAbsent: false };
  }
  const digits = ast.values.every((value) => /^\d+$/.test(value));
  const named = edge.kind === 'rows' && !digits && ['$eq', '$ne', '$in', '$notIn'].includes(ast.operator);
  const key = lookup(place.context, edge.target, named ? 'documentId' : 'id', 'filter');
  if (key?.kind !== 'field') throw unknown(place, ast.operator, names);
  const where = comparison(place, key.field, names, ast, negated);
  return { kind: 'exists', edge, where, orAbsent: holdsOnNothing(where) };
}

/** Whether a condition is true of a row that is not there, as of a row of nulls. */
function holdsOnNothing(plan: FilterPlan): boolean {
  switch (plan.kind) {
    case 'and':
      return plan.items.every(holdsOnNothing);
    case 'or':
      return plan.items.some(holdsOnNothing);
    case 'compare':
      return plan.operator === '$null' ? !plan.negated : plan.operator === '$notNull' && plan.negated;
    case 'exists':
      return plan.orAbsent;
    case 'absent':
      return true;
  }
}

function combine(kind: 'and' | 'or', negated: boolean, items: readonly FilterPlan[]): FilterPlan {
  if (items.length === 1) return items[0]!;
  return { kind: negated ? (kind === 'and' ? 'or' : 'and') : kind, items };
}

function unknown(place: FilterPlace, key: string, names: Path): ValidationError {
  return invalidKey(key, { source: 'query', param: place.param, path: names.length === 0 ? null : names.join('.') });
}

function forbidden(place: FilterPlace, key: string, names: Path): ValidationError {
  return invalidKey(key, { source: 'query', param: place.param, path: names.join('.') });
}
