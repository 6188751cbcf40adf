import type { Edge } from '../../model/index.js';
import type { OrderTerm, SortSite } from '../../plan/index.js';
import { type Builder, whereClause } from '../builder.js';
import { joinEdge } from '../edge.js';
import type { OverSorted } from './over-sorted.js';
import { RunningCount } from './running-count.js';
import { type RowSource, type Source, entrySource, rowSource, tableOf, valueOf } from '../source.js';

/** Whether a sort key leads through a list, so that the smallest or largest of several values counts. */
export function walksLists({ edges }: OrderTerm): boolean {
  return edges.some((edge) => edge.many);
}

/**
 * Sort keys that lead through lists. The number of paths to a value is the product of the lengths of these lists, so
 * the keys are not computed row by row: each level holds every row once, and each row gets the best key of the rows
 * below it.
 */
export interface SortWalk {
  /** `name as materialized (…)`; the first one, `cg_sorted`, holds the ids of all rows to sort. */
  readonly tables: readonly string[];
  /** The rows to sort with their keys, in the table `a`; empty if the walk exceeded its budget. */
  readonly from: string;
  /** The keys of the terms, in their order; `undefined` for terms without lists. */
  readonly keys: readonly (string | undefined)[];
  readonly over: OverSorted;
}

/** One step of a walk. */
interface Level {
  readonly from: string;
  readonly source: Source;
  /** The expression that identifies the rows of the level. */
  readonly id: string;
}

interface Walk {
  readonly sql: Builder;
  readonly tables: string[];
  readonly count: RunningCount;
}

/** `rows`: the table and conditions of the rows to sort, in the table `a`. */
export function walkSorts(
  sql: Builder,
  source: RowSource,
  terms: readonly OrderTerm[],
  rows: string,
): SortWalk | undefined {
  if (!terms.some(walksLists)) return undefined;
  const tables = [`cg_sorted as materialized (select a.id from ${rows})`];
  const walk: Walk = { sql, tables, count: new RunningCount(sql, tables) };
  const joins: string[] = [];
  const cases: string[] = [];
  const sites: SortSite[] = [];
  const keys = terms.map((term) => {
    if (!walksLists(term)) return undefined;
    const found = walkTerm(walk, source, term);
    joins.push(` left join ${found} on ${found}.cg_parent = a.id`);
    cases.push(` when ${walk.count.isOver()} then ${sites.push(term.at) - 1}`);
    return `${found}.cg_key`;
  });
  const from = `cg_sorted join ${tableOf(source.model)} a on a.id = cg_sorted.id${joins.join('')} where not ${walk.count.isOver()}`;
  return { tables, from, keys, over: { index: `case${cases.join('')} end`, sites } };
}

/** The name of a table with the key of every row to sort. */
function walkTerm(walk: Walk, { model }: RowSource, term: OrderTerm): string {
  const { sql } = walk;
  const first = sql.alias('p');
  let level: Level = {
    from: `cg_sorted join ${tableOf(model)} ${first} on ${first}.id = cg_sorted.id`,
    source: rowSource(first, model),
    id: `${first}.id`,
  };
  const steps: string[] = [];
  for (const [index, edge] of term.edges.entries()) {
    const isLast = index === term.edges.length - 1;
    const name = sql.alias('w');
    const { columns, target } = step(sql, level, edge, isLast ? term : undefined);
    walk.tables.push(
      `${name} as materialized (select ${columns} from ${level.from} ${target}${walk.count.gate()} limit ${sql.maxSortedRows + 1})`,
    );
    steps.push(name);
    walk.count.add('count(*)', name);
    if (!isLast) level = levelOf(walk, edge, name, level.source.locale !== undefined);
  }
  const [last = '', ...others] = steps.toReversed();
  let found = keysOf(walk, term, `select cg_parent, cg_key from ${last}`);
  for (const above of others) {
    const rows = `select u.cg_parent, k.cg_key from ${above} u left join ${found} k on k.cg_parent = u.id`;
    found = keysOf(walk, term, rows);
  }
  return found;
}

/** The rows below a level: their parent, and their id or, at the end, their key. */
function step(sql: Builder, level: Level, edge: Edge, last: OrderTerm | undefined) {
  const joined = joinEdge(sql, edge, level.source);
  const { source } = joined;
  const shown =
    last !== undefined
      ? `${valueOf(source, last.field)} as cg_key`
      : source.kind === 'row'
        ? `${source.alias}.id`
        : `${source.json} as value`;
  const columns =
    last !== undefined
      ? 'x.cg_key'
      : source.kind === 'row'
        ? 'x.id'
        : `x.value, ${level.source.locale ?? 'null'} as cg_locale, row_number() over () as id`;
  const one = edge.many ? '' : ' limit 1';
  const target = `cross join lateral (select ${shown} from ${joined.from}${whereClause(joined.conditions)}${one}) x`;
  return { columns: `${level.id} as cg_parent, ${columns}`, target };
}

/** The rows of a step as the parents of the next one, each of them once. */
function levelOf(walk: Walk, edge: Edge, name: string, hasLocale: boolean): Level {
  if (edge.kind === 'entries') {
    const source = entrySource(name, hasLocale ? `${name}.cg_locale` : undefined);
    return { from: name, source, id: `${name}.id` };
  }
  const alias = walk.sql.alias('p');
  const from = `(select distinct id from ${name}) d join ${tableOf(edge.target)} ${alias} on ${alias}.id = d.id`;
  return { from, source: rowSource(alias, edge.target), id: `${alias}.id` };
}

/** The best key of each parent. */
function keysOf(walk: Walk, { field, direction }: OrderTerm, rows: string): string {
  const name = walk.sql.alias('k');
  const best = bestOf(field.type.postgres, direction);
  walk.tables.push(
    `${name} as materialized (select x.cg_parent, ${best} as cg_key from (${rows}) x group by x.cg_parent)`,
  );
  return name;
}

/** The smallest or largest value. Null is larger than every value, and the aggregates leave it out. */
function bestOf(type: string, direction: 'asc' | 'desc'): string {
  if (type === 'jsonb') return `(array_agg(x.cg_key order by x.cg_key ${direction}))[1]`;
  if (direction === 'asc') return `${type === 'boolean' ? 'bool_and' : 'min'}(x.cg_key)`;
  const largest = `${type === 'boolean' ? 'bool_or' : 'max'}(x.cg_key)`;
  return `case when count(*) = count(x.cg_key) then ${largest} end`;
}
