import type { ChildPlan, EdgeChild } from '../plan/index.js';
import { type Builder, whereClause } from './builder.js';
import { joinEdge } from './edge.js';
import { condition } from './filter.js';
import type { RowSource, Source } from './source.js';

/** Whether a child counts links. Lists of links can be long, and PostgreSQL might scan a table for each row of a page. */
export function countsLinks(child: ChildPlan): child is EdgeChild {
  if (child.kind !== 'edge' || !child.count || child.edge.kind !== 'rows') return false;
  const { storage } = child.edge;
  return storage.at === 'link' || (storage.at === 'inverse' && storage.of.at === 'link');
}

/** The count of a list: its expression for a row, and the table that the expression needs. */
interface GroupedCount {
  readonly table: string;
  readonly count: string;
}

/**
 * Counts a list for all rows of the table `page` in one step. The counts are one JSON object by row id, because a join
 * would not keep the order of the page.
 */
export function groupedCount(sql: Builder, parent: RowSource, child: EdgeChild): GroupedCount {
  const joined = joinEdge(sql, child.edge, parent);
  const asked = conditionsOf(sql, child, joined.source);
  const name = sql.alias('cg_counts');
  const { alias } = parent;
  const { links } = joined;
  // PostgreSQL counts the links of one row in their index faster than it groups the links of all rows.
  const each =
    links?.areRows === true && asked.length === 0
      ? `select ${alias}.id, l.n from page ${alias} cross join lateral (select count(*) as n from ${links.from}${whereClause(links.conditions)} offset 0) l`
      : `select ${alias}.id, count(*) as n from page ${alias}, ${joined.from}${whereClause([...joined.conditions, ...asked])} group by ${alias}.id`;
  return {
    table: `${name}(by_id) as materialized (select jsonb_object_agg(c.id, c.n) from (${each}) c)`,
    count: `coalesce(((select by_id from ${name}) ->> ${alias}.id::text)::bigint, 0)`,
  };
}

/** The conditions of the request on the entries of a list. */
export function conditionsOf(sql: Builder, child: EdgeChild, source: Source): readonly string[] {
  return [
    ...(source.kind === 'row' ? sql.publication(source) : []),
    ...(child.where === undefined ? [] : [condition(sql, source, child.where)]),
  ];
}
