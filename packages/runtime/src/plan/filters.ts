import { type ValidationError, invalidKey } from '../errors/index.js';
import type { Edge, Holder } from '../model/index.js';
import type { FilterAst, Path } from '../query/index.js';
import { anyOf } from './alternatives.js';
import { comparison } from './comparisons.js';
import type { PlanContext } from './context.js';
import { lookup } from './lookup.js';
import type { FilterPlan } from './plan.js';

/** The parameter that filters or sort keys belong to: of the main type, or below `populate`. */
export interface FilterSite {
  readonly context: PlanContext;
  readonly param: string;
  /** How many levels of populate are above it. */
  readonly depth?: number;
}

/** Pays for following one more edge. */
export function spend({ context, param, depth = 0 }: FilterSite, names: number): void {
  context.spend(depth + names, param);
}

/** Resolves conditions against a model. Every name is looked up; nothing is dropped. */
export function planFilters(site: FilterSite, holder: Holder, ast: FilterAst): FilterPlan {
  return planIn(site, holder, [], ast, false);
}

/** `names` leads from the main type to `holder`. */
function planIn(site: FilterSite, holder: Holder, names: Path, ast: FilterAst, negated: boolean): FilterPlan {
  switch (ast.kind) {
    case 'and':
    case 'or':
      return combine(
        ast.kind,
        negated,
        ast.items.map((item) => planIn(site, holder, names, item, negated)),
      );
    case 'not':
      return planIn(site, holder, names, ast.item, !negated);
    case 'operator':
      throw unknown(site, ast.operator, names);
    case 'attribute':
      return planAttribute(site, holder, names, ast, negated);
  }
}

function planAttribute(
  site: FilterSite,
  holder: Holder,
  names: Path,
  ast: Extract<FilterAst, { kind: 'attribute' }>,
  negated: boolean,
): FilterPlan {
  const below = [...names, ast.name];
  const named = lookup(site.context, holder, ast.name, 'filter');
  if (named === undefined) throw unknown(site, ast.name, names);
  switch (named.kind) {
    case 'field':
      return comparison(site, named.field, below, ast.item, negated);
    case 'hidden':
    case 'zone':
    case 'morph':
      throw forbidden(site, ast.name, below);
    case 'edge':
      if (!site.context.filtersMedia && named.edge.kind === 'rows' && named.edge.storage.at === 'file') {
        const message = `Invalid key ${ast.name}. Filtering on media fields is not possible`;
        throw invalidKey(ast.name, { source: 'query', param: site.param, path: below.join('.') }, message);
      }
      if (named.edge.kind === 'rows' && !site.context.maySee(named.edge.target)) throw forbidden(site, ast.name, below);
      return planEdge(site, named.edge, below, ast.item, negated);
  }
}

/**
 * Conditions below a relation or component apply to one and the same related row. Negation goes inside: a document with
 * a matching and a differing row has a row that differs.
 */
function planEdge(site: FilterSite, edge: Edge, names: Path, ast: FilterAst, negated: boolean): FilterPlan {
  if (ast.kind === 'or' && ast.items.every(isOperator)) {
    return combine(
      'or',
      negated,
      ast.items.map((item) => planEdge(site, edge, names, item, negated)),
    );
  }
  if (ast.kind === 'not' && isOperator(ast.item)) return planEdge(site, edge, names, ast.item, !negated);
  if (ast.kind === 'operator') return planPresence(site, edge, names, ast, negated);
  if (ast.kind === 'and' && ast.items.some(isOperator)) {
    const rest: FilterAst = { kind: 'and', items: ast.items.filter((item) => !isOperator(item)) };
    const parts = [...ast.items.filter(isOperator), ...(rest.items.length > 0 ? [rest] : [])];
    return combine(
      'and',
      negated,
      parts.map((item) => planEdge(site, edge, names, item, negated)),
    );
  }
  spend(site, names.length);
  const where = planIn(site, edge.target, names, ast, negated);
  return { kind: 'exists', edge, where, orAbsent: holdsOnNothing(where) };
}

function isOperator(ast: FilterAst): boolean {
  return ast.kind === 'operator';
}

/** Operators on a relation itself: presence, or the id of the target. */
function planPresence(
  site: FilterSite,
  edge: Edge,
  names: Path,
  ast: Extract<FilterAst, { kind: 'operator' }>,
  negated: boolean,
): FilterPlan {
  spend(site, names.length);
  if (ast.operator === '$null' || ast.operator === '$notNull') {
    const present = lookup(site.context, edge.target, 'id', 'filter');
    if (present?.kind !== 'field') throw unknown(site, ast.operator, names);
    const plan = comparison(site, present.field, names, ast, negated);
    const absent = plan.kind === 'compare' && (plan.operator === '$null') !== plan.negated;
    return absent ? { kind: 'absent', edge } : { kind: 'exists', edge, orAbsent: false };
  }
  const digits = ast.values.every((value) => /^\d+$/.test(value));
  const byDocumentId = edge.kind === 'rows' && !digits && ['$eq', '$ne', '$in', '$notIn'].includes(ast.operator);
  const key = lookup(site.context, edge.target, byDocumentId ? 'documentId' : 'id', 'filter');
  if (key?.kind !== 'field') throw unknown(site, ast.operator, names);
  const where = comparison(site, key.field, names, ast, negated);
  return { kind: 'exists', edge, where, orAbsent: holdsOnNothing(where) };
}

/** Whether a condition holds for a row of nulls, and so also for an absent row. */
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
    case 'matches':
      return false;
  }
}

function combine(kind: 'and' | 'or', negated: boolean, items: readonly FilterPlan[]): FilterPlan {
  if ((kind === 'or') !== negated) return anyOf(items);
  const [only, ...others] = items;
  return only !== undefined && others.length === 0 ? only : { kind: 'and', items };
}

function unknown(site: FilterSite, key: string, names: Path): ValidationError {
  return invalidKey(key, { source: 'query', param: site.param, path: names.length === 0 ? null : names.join('.') });
}

function forbidden(site: FilterSite, key: string, names: Path): ValidationError {
  return invalidKey(key, { source: 'query', param: site.param, path: names.join('.') });
}
