import type { ChildPlan, EdgeChild, MorphChild, NodePlan, ZoneChild } from '../plan/plan.js';
import { type Builder, hidden, identifier, literal, whereClause } from './builder.js';
import { elements, entrySource, joinEdge } from './edge.js';
import { condition } from './filter.js';
import { isLong } from './length.js';
import { morphJoin } from './morph.js';
import { orderClause, orderTerms } from './order.js';
import { type Source, aliasOf, jsonOf, outputOf } from './source.js';

/** A key of a JSON object and its expression. */
export type Column = readonly [expression: string, key: string];

/** What is shown of a row or entry: keys, the joins they need, and how many populated rows are in it. */
export interface Rendered {
  readonly columns: readonly Column[];
  readonly joins: string;
  readonly weight: string;
}

/**
 * One row or entry as a JSON object, and what has to be joined for it. `row_to_json` keeps the order of keys and takes
 * any number of them; Postgres joins nothing here, but puts the columns in place.
 */
export function objectOf(sql: Builder, columns: readonly Column[]): { readonly object: string; readonly join: string } {
  const alias = sql.alias('f');
  return { object: `row_to_json(${alias})`, join: ` cross join lateral (select ${columnList(columns)}) ${alias}` };
}

/** The same where there is nothing to join to. */
function scalarObject(columns: readonly Column[]): string {
  return `(select row_to_json(f) from (select ${columnList(columns)}) f)`;
}

function columnList(columns: readonly Column[]): string {
  return columns.map(([expression, key]) => `${expression} as ${identifier(key)}`).join(', ');
}

/** Lists of rows are joined, because they tell their length beside their data; everything else is a subquery. */
export function render(sql: Builder, source: Source, node: NodePlan): Rendered {
  const inEntry = node.holder.kind === 'component';
  const columns = node.fields
    .filter((field) => !(inEntry && field.name === 'documentId' && !sql.entryDocumentId))
    .map((field): Column => [outputOf(source, field), field.name]);
  const joins: string[] = [];
  const weights: string[] = [];
  for (const child of node.children) {
    const select = childOf(sql, source, child);
    if (!tells(sql, child)) {
      columns.push([`(${select})`, child.key]);
      continue;
    }
    const alias = sql.alias('j');
    joins.push(` left join lateral (${select}) ${alias} on true`);
    weights.push(`coalesce(${alias}.n, 0)`);
    columns.push([`${alias}.data`, child.key]);
  }
  return { columns, joins: joins.join(''), weight: weights.join(' + ') || '0' };
}

/** A select of `data`, and of `n` where the child is long. */
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
  const { columns, joins: inner, weight } = render(sql, source, child.node);
  const { object, join } = objectOf(sql, columns);
  const joins = inner + join;
  const shown = `select ${object} as data${tells(sql, child) ? `, ${weight} as n` : ''}`;
  if (!child.edge.many) return `${shown} from ${from}${joins}${where} limit 1`;

  const sorted = orderClause(child.order.length === 0 ? order : [...orderTerms(sql, source, child.order), ...order]);
  const counted = child.edge.kind === 'rows';
  if (child.slice !== undefined) {
    // The page first, and only then what is in it.
    const alias = aliasOf(source);
    const page = `select ${alias}.* from ${from}${where}${sorted} limit ${child.slice.limit} offset ${hidden(sql.param(child.slice.start, 'bigint'), 'bigint')}`;
    return listOf(sql, `${shown} from (${page}) ${alias}${joins}`, tells(sql, child), counted);
  }
  // No list is read further than to where it is too long for the answer.
  const limit = counted ? ` limit ${sql.maxRows + 1}` : '';
  return listOf(sql, `${shown} from ${from}${joins}${where}${sorted}${limit}`, tells(sql, child), counted);
}

/** Entries in their order, each read by the arm of its component; a component without an arm contributes nothing. */
function zoneOf(sql: Builder, parent: Source, child: ZoneChild): string {
  const alias = sql.alias('z');
  const list = elements(jsonOf(parent, child.column, child.key), alias);
  if (child.count) return countOf(`select 1 from ${list}`);
  const source = entrySource(`${alias}.value`, parent);
  const component = `${alias}.value->>'__component'`;
  const arms = child.arms.map(({ node, where }) => {
    const { columns, joins, weight } = render(sql, source, node);
    return {
      name: literal(node.holder.name),
      condition: where === undefined ? undefined : condition(sql, source, where),
      columns: withComponent(columns, `${alias}.value->'__component'`),
      joins,
      weight,
    };
  });
  if (arms.length === 0) return `select '[]'::json as data${tells(sql, child) ? ', 0 as n' : ''}`;
  const order = ` order by ${alias}.ord`;
  if (!tells(sql, child)) {
    const cases = arms.map(({ name, condition, columns }) => {
      const object = scalarObject(columns);
      return `when ${name} then ${condition === undefined ? object : `case when ${condition} then ${object} end`}`;
    });
    const shown = `select case ${component} ${cases.join(' ')} end as data from ${list}${order}`;
    return `select coalesce(json_agg(d.data) filter (where d.data is not null), '[]'::json) as data from (${shown}) d`;
  }
  const union = arms.map((arm) => {
    const where = whereClause([`${component} = ${arm.name}`, ...(arm.condition === undefined ? [] : [arm.condition])]);
    const { object, join } = objectOf(sql, arm.columns);
    return `select ${object} as data, ${arm.weight} as n from (select) one${arm.joins}${join}${where}`;
  });
  return listOf(
    sql,
    `select x.data, x.n from ${list} cross join lateral (${union.join(' union all ')}) x${order}`,
    true,
    false,
  );
}

/** `__component` stands behind the ids. */
function withComponent(columns: readonly Column[], component: string): readonly Column[] {
  const isId = ([, key]: Column) => key === 'id' || key === 'documentId';
  return [...columns.filter(isId), [component, '__component'], ...columns.filter((column) => !isId(column))];
}

/** Documents of several types in their order: one arm per type, as each has a table of its own. */
function morphOf(sql: Builder, parent: Source, child: MorphChild): string {
  const long = tells(sql, child);
  const arms = child.arms.map((arm) => {
    const { from, conditions, source, order } = morphJoin(sql, parent, child, arm);
    const { columns, joins, weight } = render(sql, source, arm.node);
    const { object, join } = objectOf(sql, [...columns, [literal(arm.node.holder.uid), '__type']]);
    return `select ${object} as data, ${order[0] ?? 'null'} as ord, ${weight} as n from ${from}${joins}${join}${whereClause(conditions)}`;
  });
  if (arms.length === 0) return `select ${child.many ? `'[]'` : 'null'}::json as data${long ? ', 0 as n' : ''}`;
  const union = arms.join(' union all ');
  if (child.count) return countOf(union);
  const columns = long ? 'x.data, x.n' : 'x.data';
  if (!child.many) return `select ${columns} from (${union}) x limit 1`;
  return listOf(sql, `select ${columns} from (${union}) x order by x.ord limit ${sql.maxRows + 1}`, long, true);
}

/** Whether a child has its weight beside it. */
function tells(sql: Builder, child: ChildPlan): boolean {
  return sql.weighed && isLong(child);
}

/** `counted`: the items themselves are rows of the budget, not only what is in them. */
function listOf(sql: Builder, select: string, tellsLength: boolean, counted: boolean): string {
  const list = `coalesce(json_agg(d.data), '[]'::json)`;
  if (!tellsLength) {
    // Nothing else in a statement divides: an error of division says that a list is too long.
    const data = counted
      ? `case when count(*) > ${sql.maxRows} then to_json(1 / (count(*) - count(*))) else ${list} end`
      : list;
    return `select ${data} as data from (${select}) d`;
  }
  return `select ${list} as data, ${counted ? 'count(*) + ' : ''}coalesce(sum(d.n), 0) as n from (${select}) d`;
}

function countOf(select: string): string {
  return `select json_build_object('count', count(*)) as data from (${select}) d`;
}
