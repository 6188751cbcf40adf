import type { ChildPlan, EdgeChild, MorphChild, NodePlan, ZoneChild } from '../plan/plan.js';
import { type Builder, identifier, literal } from './builder.js';
import { elements, entrySource, joinEdge } from './edge.js';
import { condition, whereClause } from './filter.js';
import { morphJoin } from './morph.js';
import { orderClause, orderTerms } from './order.js';
import { type Source, jsonOf, outputOf } from './source.js';

/** A column of the JSON object: an expression and its key. */
export type Column = readonly [expression: string, key: string];

/** One row or entry as a JSON object. `row_to_json` keeps the order of keys and takes any number of them. */
export function objectOf(columns: readonly Column[]): string {
  const list = columns.map(([expression, key]) => `${expression} as ${identifier(key)}`).join(', ');
  return `(select row_to_json(f) from (select ${list}) f)`;
}

export function columnsOf(sql: Builder, source: Source, node: NodePlan): readonly Column[] {
  const inEntry = node.holder.kind === 'component';
  const fields = node.fields
    .filter((field) => !(inEntry && field.name === 'documentId' && !sql.entryDocumentId))
    .map((field): Column => [outputOf(source, field), field.name]);
  return [...fields, ...node.children.map((child): Column => [childOf(sql, source, child), child.key])];
}

function childOf(sql: Builder, source: Source, child: ChildPlan): string {
  switch (child.kind) {
    case 'edge':
      return edgeOf(sql, source, child);
    case 'zone':
      return zoneOf(sql, source, child);
    case 'morph':
      return morphOf(sql, source, child);
  }
}

function edgeOf(sql: Builder, parent: Source, child: EdgeChild): string {
  const { from, conditions, source, order } = joinEdge(sql, child.edge, parent);
  const where = whereClause([
    ...conditions,
    ...(child.where === undefined ? [] : [condition(sql, source, child.where)]),
  ]);
  if (child.count) return countOf(`select 1 from ${from}${where}`);
  const object = objectOf(columnsOf(sql, source, child.node));
  if (!child.edge.many) return `(select ${object} from ${from}${where} limit 1)`;

  const sorted = child.order.length === 0 ? order : [...orderTerms(sql, source, child.order), ...order];
  const slice =
    child.slice === undefined
      ? ''
      : ` limit ${sql.param(child.slice.limit, 'bigint')} offset ${sql.param(child.slice.start, 'bigint')}`;
  return listOf(`select ${object} as data from ${from}${where}${orderClause(sorted)}${slice}`);
}

/** Entries in their order, each read by the arm of its component; a component without an arm contributes nothing. */
function zoneOf(sql: Builder, parent: Source, child: ZoneChild): string {
  const alias = sql.alias('z');
  const list = elements(jsonOf(parent, child.column, child.key), alias);
  const source = entrySource(`${alias}.value`, parent);
  if (child.count) return countOf(`select 1 from ${list}`);
  const arms = child.arms.map(({ node, where }) => {
    const conditions = [`${alias}.value->>'__component' = ${literal(node.holder.name)}`];
    if (where !== undefined) conditions.push(condition(sql, source, where));
    const columns = columnsOf(sql, source, node);
    const ids = columns.filter(([, key]) => key === 'id' || key === 'documentId');
    const rest = columns.filter(([, key]) => key !== 'id' && key !== 'documentId');
    const named: Column = [`${alias}.value->'__component'`, '__component'];
    return `when ${conditions.join(' and ')} then ${objectOf([...ids, named, ...rest])}`;
  });
  if (arms.length === 0) return `'[]'::json`;
  const entries = `select case ${arms.join(' ')} end as data, ${alias}.ord from ${list}`;
  return listOf(`select x.data from (${entries}) x where x.data is not null order by x.ord`);
}

/** Documents of several types in their order: one arm per type, as each has a table of its own. */
function morphOf(sql: Builder, parent: Source, child: MorphChild): string {
  const arms = child.arms.map((arm) => {
    const { from, conditions, source, order } = morphJoin(sql, parent, child, arm);
    const columns: readonly Column[] = [...columnsOf(sql, source, arm.node), [literal(arm.node.holder.uid), '__type']];
    return `select ${objectOf(columns)} as data, ${order[0] ?? 'null'} as ord from ${from}${whereClause(conditions)}`;
  });
  if (arms.length === 0) return child.many ? `'[]'::json` : 'null::json';
  const union = arms.join(' union all ');
  if (child.count) return countOf(union);
  if (!child.many) return `(select x.data from (${union}) x limit 1)`;
  return listOf(`select x.data from (${union}) x order by x.ord`);
}

function listOf(select: string): string {
  return `(select coalesce(json_agg(d.data), '[]'::json) from (${select}) d)`;
}

function countOf(select: string): string {
  return `(select json_build_object('count', count(*)) from (${select}) d)`;
}
