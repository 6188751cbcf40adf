import { type ValidationError, invalidKey } from '../errors/index.js';
import type { Edge, Holder } from '../model/index.js';
import type { FilterAst, FilterText, Path } from '../query/index.js';
import { anyOf } from './alternatives.js';
import { comparison } from './comparisons.js';
import type { PlanContext } from './context.js';
import { meaningOf } from './lookup.js';
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

type Operator = Extract<FilterAst, { kind: 'operator' | 'presence' }>;

/** Where conditions stand: on a type, or on the rows of a relation or component. */
interface Level {
  readonly holder: Holder;
  /** The attributes that lead from the main type to `holder`. */
  readonly names: Path;
  /** The last of these attributes; absent on the main type. */
  readonly edge?: Edge;
}

/** Resolves conditions against a model. Every name is looked up; nothing is dropped. */
export function planFilters(site: FilterSite, holder: Holder, ast: FilterAst): FilterPlan {
  return planIn(site, { holder, names: [] }, ast, false);
}

function planIn(site: FilterSite, level: Level, ast: FilterAst, negated: boolean): FilterPlan {
  switch (ast.kind) {
    case 'and':
    case 'or':
      return combine(
        ast.kind,
        negated,
        ast.items.map((item) => planIn(site, level, item, negated)),
      );
    case 'not':
      return planIn(site, level, ast.item, !negated);
    case 'operator':
    case 'presence':
      return planId(site, level, ast, negated);
    case 'attribute':
      return planAttribute(site, level, ast, negated);
  }
}

function planAttribute(
  site: FilterSite,
  { holder, names }: Level,
  ast: Extract<FilterAst, { kind: 'attribute' }>,
  negated: boolean,
): FilterPlan {
  const below = [...names, ast.name];
  const named = meaningOf(site.context, holder, ast.name, 'filter');
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
 * Conditions below a relation or component apply to one and the same related row, also those on the relation itself.
 * Negation goes inside: a document with a matching and a differing row has a row that differs.
 */
function planEdge(site: FilterSite, edge: Edge, names: Path, ast: FilterAst, negated: boolean): FilterPlan {
  if (ast.kind === 'not') return planEdge(site, edge, names, ast.item, !negated);
  spend(site, names.length);
  const where = planIn(site, { holder: edge.target, names, edge }, ast, negated);
  // Every row has an id, so the presence of the row is enough, and the id is not read.
  if (ast.kind === 'presence' && where.kind === 'compare') {
    const isAbsent = (where.operator === '$null') !== where.negated;
    return isAbsent ? { kind: 'absent', edge } : { kind: 'exists', edge, orAbsent: false };
  }
  return { kind: 'exists', edge, where, orAbsent: holdsOnNothing(where) };
}

/** An operator on a relation itself compares the id of its target. `$null` finds relations without a target. */
function planId(site: FilterSite, level: Level, ast: Operator, negated: boolean): FilterPlan {
  const { edge, names } = level;
  if (edge === undefined) throw unknown(site, ast.operator, names);
  const mayBeDocumentId = edge.kind === 'rows' && ['$eq', '$ne', '$in', '$notIn'].includes(ast.operator);
  if (ast.kind === 'presence' || !mayBeDocumentId) return planKey(site, edge, names, 'id', ast, negated);
  const rowIds = ast.values.filter(areDigits);
  const documentIds = ast.values.filter((value) => !areDigits(value));
  if (rowIds.length > 0 && documentIds.length > 0) {
    const items = [rowIds, documentIds].map((values) => planId(site, level, { ...ast, values }, negated));
    return combine(ast.operator === '$notIn' ? 'and' : 'or', negated, items);
  }
  return planKey(site, edge, names, documentIds.length > 0 ? 'documentId' : 'id', ast, negated);
}

function planKey(
  site: FilterSite,
  { target }: Edge,
  names: Path,
  name: 'id' | 'documentId',
  ast: Operator,
  negated: boolean,
): FilterPlan {
  const key = meaningOf(site.context, target, name, 'filter');
  if (key?.kind !== 'field') throw unknown(site, ast.operator, names);
  return comparison(site, key.field, names, ast, negated);
}

function areDigits(value: FilterText): boolean {
  return typeof value === 'string' ? /^\d+$/.test(value) : value.kind === 'digits';
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
