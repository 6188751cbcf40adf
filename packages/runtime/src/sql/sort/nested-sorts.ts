import { literal } from '../../database/index.js';
import type { ChildPlan, NodePlan, OrderTerm, SortSite, ZoneChild } from '../../plan/index.js';
import { type Builder, limitClause, whereClause } from '../builder.js';
import { type Joined, elements, joinEdge } from '../edge.js';
import { condition } from '../filter.js';
import { morphJoin } from '../morph/morph.js';
import type { OverSorted } from './over-sorted.js';
import { RunningCount } from './running-count.js';
import { walksLists } from './walk.js';
import { type Source, entrySource, jsonOf, rowSource, tableOf } from '../source.js';

/**
 * Sorts of populated lists by keys that lead through lists. Such a sort is computed for each populated row, so the rows
 * that it will look at are counted before: each row once, with the number of paths that lead to it.
 */
export interface NestedSorts {
  /** `name as materialized (…)` */
  readonly tables: readonly string[];
  readonly over: OverSorted;
}

interface Scale {
  readonly sql: Builder;
  readonly tables: string[];
  readonly count: RunningCount;
  readonly cases: string[];
  readonly sites: SortSite[];
}

interface Level {
  readonly from: string;
  readonly source: Source;
  /** The number of paths that lead to a row. */
  readonly weight: string;
}

/** `undefined` if no populated list is sorted by such a key. The table `page` holds the rows of the answer itself. */
export function weighSorts(sql: Builder, node: NodePlan, page: string, source: Source): NestedSorts | undefined {
  if (!hasListSorts(node)) return undefined;
  const tables: string[] = [];
  const scale: Scale = { sql, tables, count: new RunningCount(sql, tables), cases: [], sites: [] };
  weighNode(scale, node, { from: `${page} a`, source, weight: '1' });
  return { tables, over: { index: `case${scale.cases.join('')} end`, sites: scale.sites } };
}

function hasListSorts({ children }: NodePlan): boolean {
  return children.some((child) => !child.count && (ownSorts(child).length > 0 || nodesOf(child).some(hasListSorts)));
}

function ownSorts(child: ChildPlan): readonly OrderTerm[] {
  return child.kind === 'edge' && child.edge.many && !child.count ? child.order.filter(walksLists) : [];
}

function nodesOf(child: ChildPlan): readonly NodePlan[] {
  return child.kind === 'edge' ? [child.node] : child.arms.map(({ node }) => node);
}

function weighNode(scale: Scale, node: NodePlan, level: Level): void {
  const { sql } = scale;
  for (const child of node.children) {
    if (child.count) continue;
    if (child.kind === 'edge') {
      const found = joinEdge(sql, child.edge, level.source);
      const where = child.where === undefined ? [] : [condition(sql, found.source, child.where)];
      const joined = { ...found, conditions: [...found.conditions, ...where] };
      for (const term of ownSorts(child)) weighTerm(scale, rowsBelow(scale, level, joined, ''), term);
      const limit = child.slice === undefined ? '' : limitClause(sql, child.slice.limit);
      if (hasListSorts(child.node)) weighNode(scale, child.node, rowsBelow(scale, level, joined, limit));
    } else if (child.kind === 'morph') {
      for (const arm of child.arms.filter((one) => hasListSorts(one.node)))
        weighNode(scale, arm.node, rowsBelow(scale, level, morphJoin(sql, level.source, child, arm), ''));
    } else {
      for (const { node: inside } of child.arms.filter((arm) => hasListSorts(arm.node)))
        weighNode(scale, inside, rowsBelow(scale, level, entriesOf(sql, level.source, child, inside.holder.name), ''));
    }
  }
}

/** The entries of one component in a dynamic zone. */
function entriesOf(sql: Builder, parent: Source, zone: ZoneChild, component: string): Joined {
  const alias = sql.alias('e');
  const conditions = [`${alias}.value->>'__component' = ${literal(component)}`];
  const from = elements(jsonOf(parent, zone.column, zone.key), alias);
  return { from, conditions, source: entrySource(alias, parent.locale), order: [] };
}

function weighTerm(scale: Scale, rows: Level, term: OrderTerm): void {
  let level = rows;
  for (const edge of term.edges) level = rowsBelow(scale, level, joinEdge(scale.sql, edge, level.source), '');
  scale.cases.push(` when ${scale.count.isOver()} then ${scale.sites.push(term.at) - 1}`);
}

/** One more level, each row once. */
function rowsBelow(
  { sql, tables, count }: Scale,
  level: Level,
  { from, conditions, source }: Joined,
  limit: string,
): Level {
  const name = sql.alias('w');
  const shown = source.kind === 'row' ? `${source.alias}.id` : `${source.json} as value`;
  const rows = `${level.from} cross join lateral (select ${shown} from ${from}${whereClause(conditions)}${limit}) x${count.gate()}`;
  if (source.kind === 'entry') {
    const { locale } = level.source;
    const columns = `x.value, ${level.weight} as cg_weight, ${locale ?? 'null'} as cg_locale`;
    tables.push(`${name} as materialized (select ${columns} from ${rows})`);
    count.add('coalesce(sum(cg_weight), 0)', name);
    return { from: name, source: entrySource(name, locale && `${name}.cg_locale`), weight: `${name}.cg_weight` };
  }
  tables.push(`${name} as materialized (select x.id, sum(${level.weight}) as cg_weight from ${rows} group by x.id)`);
  count.add('coalesce(sum(cg_weight), 0)', name);
  const alias = sql.alias('p');
  return {
    from: `${name} join ${tableOf(source.model)} ${alias} on ${alias}.id = ${name}.id`,
    source: rowSource(alias, source.model),
    weight: `${name}.cg_weight`,
  };
}
