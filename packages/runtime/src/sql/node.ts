import { identifier, literal } from '../database/index.js';
import type { ChildPlan, EdgeChild, MorphChild, NodePlan, ZoneChild } from '../plan/index.js';
import { type Builder, limitClause, opaque, whereClause } from './builder.js';
import { LEAST_SIZE } from './budget/bytes.js';
import { elements, joinEdge } from './edge.js';
import { condition } from './filter.js';
import { conditionsOf, countsLinks, groupedCount } from './grouped-count.js';
import { reportsCount } from './length.js';
import { morphJoin } from './morph/morph.js';
import { nestedPage } from './page/nested-cursor.js';
import { orderClause, orderTerms } from './sort/order.js';
import { type Source, entrySource, jsonOf, outputOf } from './source.js';

/** A key of a JSON object and its expression. */
type Column = readonly [expression: string, key: string];

/** A row or entry in the answer. */
interface Rendered {
  readonly columns: readonly Column[];
  /** Joins that the columns need. */
  readonly joins: string;
  /** The number of populated rows. */
  readonly rowCount: string;
  /** The bytes that the lists of the row or entry left out. */
  readonly leftOut: string;
}

/**
 * One row or entry as a JSON object, and the join that it needs. `row_to_json` keeps the order of keys and takes any
 * number of them. Postgres inlines the joined select.
 */
export function objectOf(sql: Builder, columns: readonly Column[]): { readonly object: string; readonly join: string } {
  const alias = sql.alias('f');
  return { object: `row_to_json(${alias})`, join: ` cross join lateral (select ${columnList(columns)}) ${alias}` };
}

/** The same as a subquery. */
function scalarObject(columns: readonly Column[]): string {
  return `(select row_to_json(f) from (select ${columnList(columns)}) f)`;
}

function columnList(columns: readonly Column[]): string {
  return columns.map(([expression, key]) => `${expression} as ${identifier(key)}`).join(', ');
}

/**
 * Children with lists of rows are joined, because they report their number of rows; other children are subqueries.
 * `counts`: takes the common table expressions that count lists for all rows of the table `page`.
 */
export function render(sql: Builder, source: Source, node: NodePlan, counts?: string[]): Rendered {
  const inEntry = node.holder.kind === 'component';
  const columns = node.fields
    .filter((field) => !(inEntry && field.name === 'documentId' && !sql.entryDocumentId))
    .map((field): Column => [outputOf(source, field), field.name]);
  const joins: string[] = [];
  const aliases: string[] = [];
  for (const child of node.children) {
    if (counts !== undefined && source.kind === 'row' && countsLinks(child)) {
      const { table, count } = groupedCount(sql, source, child);
      counts.push(table);
      columns.push([`json_build_object('count', ${count})`, child.key]);
      continue;
    }
    const select = selectChild(sql, source, child);
    if (!reportsCount(child)) {
      columns.push([`(${select})`, child.key]);
      continue;
    }
    const alias = sql.alias('j');
    joins.push(` left join lateral (${select}) ${alias} on true`);
    aliases.push(alias);
    columns.push([`${alias}.data`, child.key]);
  }
  return {
    columns,
    joins: joins.join(''),
    rowCount: sql.rowCount.ofChildren(aliases.map((alias) => `coalesce(${alias}.n, 0)`)),
    leftOut: aliases.map((alias) => `coalesce(${alias}.left_out, 0)`).join(' + ') || '0',
  };
}

/** A select of `data`; also of `n` and `left_out` if the child reports its count. */
function selectChild(sql: Builder, source: Source, child: ChildPlan): string {
  switch (child.kind) {
    case 'edge':
      return selectEdge(sql, source, child);
    case 'zone':
      return selectZone(sql, source, child);
    case 'morph':
      return selectMorph(sql, source, child);
  }
}

function selectEdge(sql: Builder, parent: Source, child: EdgeChild): string {
  const edge = joinEdge(sql, child.edge, parent);
  const { from, source, order } = edge;
  const conditions = [...edge.conditions, ...conditionsOf(sql, child, source)];
  const where = whereClause(conditions);
  if (child.count) return countOf(`select 1 from ${from}${where}`);
  const { slice } = child;
  const page =
    slice?.cursor === undefined ? undefined : nestedPage(sql, child, edge, conditions, slice.cursor, slice.limit);
  const { columns, joins: inner, rowCount, leftOut } = render(sql, source, child.node);
  const { object, join } = objectOf(sql, page === undefined ? columns : [...columns, page.cursor]);
  const joins = inner + join;
  const reports = reportsCount(child);
  const shown = `select ${object} as data${reports ? `, ${rowCount} as n, ${leftOut} as left_out` : ''}`;
  if (!child.edge.many) return `${shown} from ${from}${joins}${where} limit 1`;

  // The page takes its rows first, so that only they are rendered.
  if (page !== undefined) {
    return rowsOf(sql, `${shown} from (${page.rows}) ${source.alias}${joins}${page.order} offset 0`);
  }
  const kind = child.edge.kind;
  // As in Strapi, the id breaks the ties of a sorted list, and not the position in the list.
  const ties = kind === 'rows' ? [`${source.alias}.id`] : order;
  const sorted = orderClause(child.order.length === 0 ? order : [...orderTerms(sql, source, child.order), ...ties]);
  if (slice !== undefined) {
    const { alias } = source;
    const taken = `select ${alias}.* from ${from}${where}${sorted}${limitClause(sql, slice.limit)} offset ${opaque(sql.param(slice.start, 'bigint'), 'bigint')}`;
    return kind === 'rows'
      ? rowsOf(sql, `${shown} from (${taken}) ${alias}${joins} offset 0`)
      : entriesOf(sql, `${shown} from (${taken}) ${alias}${joins}`, reports);
  }
  const all = `${shown} from ${from}${joins}${where}${sorted}`;
  return kind === 'rows'
    ? rowsOf(sql, `${all} limit ${oneMore(sql)}`, sql.bytes.listRows)
    : entriesOf(sql, all, reports);
}

/** Entries in their order. The arm of its component renders an entry; an entry without an arm is left out. */
function selectZone(sql: Builder, parent: Source, child: ZoneChild): string {
  const alias = sql.alias('z');
  const list = elements(jsonOf(parent, child.column, child.key), alias);
  if (child.count) return countOf(`select 1 from ${list}`);
  const source = entrySource(alias, parent.locale);
  const component = `${source.json}->>'__component'`;
  const arms = child.arms.map(({ node, where }) => {
    const rendered = render(sql, source, node);
    return {
      ...rendered,
      name: literal(node.holder.name),
      condition: where === undefined ? undefined : condition(sql, source, where),
      columns: withComponent(rendered.columns, `${source.json}->'__component'`),
    };
  });
  const reports = reportsCount(child);
  if (arms.length === 0) return `select '[]'::json as data${reports ? NOTHING : ''}`;
  const order = ` order by ${alias}.ord`;
  if (!reports) {
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
    return `select ${object} as data, ${arm.rowCount} as n, ${arm.leftOut} as left_out from (select) one${arm.joins}${join}${where}`;
  });
  const items = `select x.data, x.n, x.left_out from ${list} cross join lateral (${union.join(' union all ')}) x${order}`;
  return entriesOf(sql, items, reports);
}

/** Inserts `__component` behind the ids. */
function withComponent(columns: readonly Column[], component: string): readonly Column[] {
  const isId = ([, key]: Column) => key === 'id' || key === 'documentId';
  return [...columns.filter(isId), [component, '__component'], ...columns.filter((column) => !isId(column))];
}

/** Documents of several types in their order: one arm per type, because each type has a table of its own. */
function selectMorph(sql: Builder, parent: Source, child: MorphChild): string {
  const reports = reportsCount(child);
  const arms = child.arms.map((arm) => {
    const { from, conditions, source, order } = morphJoin(sql, parent, child, arm);
    const { columns, joins, rowCount, leftOut } = render(sql, source, arm.node);
    const { object, join } = objectOf(sql, [...columns, [literal(arm.node.holder.uid), '__type']]);
    return `select ${object} as data, ${order[0] ?? 'null'} as ord, ${rowCount} as n, ${leftOut} as left_out from ${from}${joins}${join}${whereClause(conditions)}`;
  });
  if (arms.length === 0) return `select ${child.many ? `'[]'` : 'null'}::json as data${reports ? NOTHING : ''}`;
  const union = arms.join(' union all ');
  if (child.count) return countOf(union);
  const columns = reports ? 'x.data, x.n, x.left_out' : 'x.data';
  if (!child.many) return `select ${columns} from (${union}) x limit 1`;
  return rowsOf(sql, `select ${columns} from (${union}) x order by x.ord limit ${oneMore(sql)}`, sql.bytes.listRows);
}

/** The columns that a list without rows reports. */
const NOTHING = ', 0 as n, 0 as left_out';

/** One row more than a list takes is enough to know that the list is longer. */
function oneMore(sql: Builder): number {
  return sql.bytes.listRows + 1;
}

/**
 * The rows of a select as a JSON list; `listRows` if the select takes only so many rows, and one more. PostgreSQL would
 * merge a select without limit and offset with the select here, and build its JSON twice.
 */
function rowsOf(sql: Builder, select: string, listRows?: number): string {
  const { from, fits } = sql.bytes.list(select);
  const large = `coalesce(sum(${LEAST_SIZE}) filter (where not (${fits})), 0)`;
  const more = listRows === undefined ? '' : ` + (count(*) > ${listRows})::integer`;
  const data = `coalesce(json_agg(d.data) filter (where ${fits}), '[]'::json)`;
  return `select ${data} as data, ${sql.rowCount.ofRows} as n, sum(d.left_out) + ${large}${more} as left_out from ${from}`;
}

/** The entries of a select as a JSON list. Entries are part of a row, which bounds their bytes. */
function entriesOf(sql: Builder, select: string, reports: boolean): string {
  const counts = reports ? `, ${sql.rowCount.ofEntries} as n, coalesce(sum(d.left_out), 0) as left_out` : '';
  return `select coalesce(json_agg(d.data), '[]'::json) as data${counts} from (${select}) d`;
}

function countOf(select: string): string {
  return `select json_build_object('count', count(*)) as data from (${select}) d`;
}
