import type { AnyModel } from '../model.js';
import type { ChildPlan, EdgeChild, NodePlan } from '../plan/plan.js';
import { type Builder, literal } from './builder.js';
import { type Joined, elements, entrySource, joinEdge } from './edge.js';
import { condition, whereClause } from './filter.js';
import { morphJoin } from './morph.js';
import { orderClause, orderTerms } from './order.js';
import { type Source, jsonOf, rowSource, tableOf } from './source.js';

/**
 * How many rows a request would populate, found level by level before any of them is built. A level holds each row once
 * with the number of ways that lead to it, so that the cost follows the data and not the answer, which may be
 * exponential; and a level above the budget ends the search.
 */
export interface Weighing {
  /** `name as materialized (…)` */
  readonly tables: readonly string[];
  /** The sum of everything counted. */
  readonly total: string;
}

/** `undefined` where nothing is populated that could be long. The rows of the answer itself are in the table `page`. */
export function weigh(
  sql: Builder,
  node: NodePlan,
  page: string,
  source: Source,
  budget: number,
): Weighing | undefined {
  if (!node.children.some(isLong)) return undefined;
  const scale: Scale = { sql, budget: sql.param(budget, 'bigint'), tables: [], counts: [] };
  weighChildren(scale, node, { from: `${page} a`, source, weight: '1', gate: '' });
  return { tables: scale.tables, total: scale.counts.join(' + ') };
}

interface Scale {
  readonly sql: Builder;
  readonly budget: string;
  readonly tables: string[];
  readonly counts: string[];
}

/** The rows or entries at one place of the plan, each with its weight. */
interface Level {
  readonly from: string;
  readonly source: Source;
  readonly weight: string;
  /** A condition that fails where this level is over the budget. */
  readonly gate: string;
}

function isLong(child: ChildPlan): boolean {
  if (child.count) return false;
  if (child.kind === 'edge') return (child.edge.many && child.edge.kind === 'rows') || child.node.children.some(isLong);
  return (child.kind === 'morph' && child.many) || child.arms.some((arm) => arm.node.children.some(isLong));
}

function weighChildren(scale: Scale, node: NodePlan, level: Level): void {
  const { sql } = scale;
  for (const child of node.children.filter(isLong)) {
    if (child.kind === 'edge') {
      const joined = joinEdge(sql, child.edge, level.source);
      const where = child.where === undefined ? [] : [condition(sql, joined.source, child.where)];
      const found = { ...joined, conditions: [...joined.conditions, ...where] };
      const counted = child.edge.kind === 'rows' && child.edge.many;
      weighFound(scale, level, child.node, found, counted, sliceOf(sql, joined, child));
    } else if (child.kind === 'morph') {
      for (const arm of child.arms) {
        weighFound(scale, level, arm.node, morphJoin(sql, level.source, child, arm), child.many, '');
      }
    } else {
      for (const arm of child.arms.filter(({ node: inside }) => inside.children.some(isLong))) {
        const alias = sql.alias('e');
        const from = elements(jsonOf(level.source, child.column, child.key), alias);
        const conditions = [`${alias}.value->>'__component' = ${literal(arm.node.holder.name)}`];
        const source = entrySource(`${alias}.value`, level.source);
        weighFound(scale, level, arm.node, { from, conditions, source, order: [] }, false, '');
      }
    }
  }
}

function weighFound(scale: Scale, level: Level, node: NodePlan, found: Joined, counted: boolean, slice: string): void {
  const over = (columns: string) =>
    `${level.from} cross join lateral (select ${columns} from ${found.from}${whereClause(found.conditions)}${slice}) x`;
  if (!node.children.some(isLong)) {
    scale.counts.push(`(select coalesce(sum(${level.weight}), 0) from ${over('1')}${level.gate})`);
    return;
  }
  const name = scale.sql.alias('w');
  const alias = scale.sql.alias('s');
  scale.tables.push(
    `${name} as materialized (${found.source.kind === 'row' ? rowsOf(level, found.source, over) : entriesOf(level, found.source, over)})`,
  );
  if (counted) scale.counts.push(`(select coalesce(sum(cg_weight), 0) from ${name})`);
  weighChildren(scale, node, {
    from: `${name} ${alias}`,
    source: found.source.kind === 'row' ? rowSource(alias, found.source.model) : entryBelow(alias, level),
    weight: `${alias}.cg_weight`,
    gate: ` where (select coalesce(sum(cg_weight), 0) from ${name}) <= ${scale.budget}`,
  });
}

/** Each row once, with the sum of the ways to it. */
function rowsOf(
  level: Level,
  found: { readonly alias: string; readonly model: AnyModel },
  over: (columns: string) => string,
): string {
  const ways = `select x.id, sum(${level.weight}) as weight from ${over(`${found.alias}.id`)}${level.gate} group by x.id`;
  return `select t.*, g.weight as cg_weight from (${ways}) g join ${tableOf(found.model)} t on t.id = g.id`;
}

/** Entries are passed through one by one: a row holds no more of them than fit in it. */
function entriesOf(level: Level, found: { readonly json: string }, over: (columns: string) => string): string {
  const locale = level.source.locale ?? 'null';
  return `select x.value, ${level.weight} as cg_weight, ${locale} as cg_locale from ${over(`${found.json} as value`)}${level.gate}`;
}

function entryBelow(alias: string, level: Level): Source {
  const entry = { kind: 'entry', json: `${alias}.value` } as const;
  return level.source.locale === undefined ? entry : { ...entry, locale: `${alias}.cg_locale` };
}

function sliceOf(sql: Builder, joined: Joined, child: EdgeChild): string {
  if (child.slice === undefined) return '';
  const order = orderClause([...orderTerms(sql, joined.source, child.order), ...joined.order]);
  return `${order} limit ${sql.param(child.slice.limit, 'bigint')} offset ${sql.param(child.slice.start, 'bigint')}`;
}
