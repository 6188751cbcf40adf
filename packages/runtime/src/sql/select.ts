import type { Value } from '../database/database.js';
import type { FilterPlan, PagePlan, ReadPlan } from '../plan/plan.js';
import type { PublicationFilter } from '../query/parameters.js';
import { weigh } from './budget.js';
import { type Builder, createBuilder, hidden, whereClause } from './builder.js';
import { condition } from './filter.js';
import { listDepth } from './length.js';
import { objectOf, render } from './node.js';
import { orderClause, orderTerms } from './order.js';
import { type RowSource, type Source, rowSource, statusOf, tableOf } from './source.js';
import { type Counted, totalOf } from './total.js';

/** One row: `data`, `total` or `version`, `weight`, `moment`, and where lists hold lists `light`. */
export interface Statement {
  readonly text: string;
  readonly values: readonly Value[];
  /** The total that is counted, if one is. */
  readonly counted?: Counted;
}

/** How documents look on the outside; see docs/compatibility.md. */
export interface Shape {
  readonly oneLocale: boolean;
  readonly entryDocumentId: boolean;
  /** Every document of the answer carries `meta: {}`. */
  readonly documentMeta: boolean;
  /** The row id is shown. */
  readonly id: boolean;
  readonly maxRows: number;
}

/** A page of documents: takes the page first and builds JSON for its rows only. */
export function selectPage(plan: ReadPlan, page: PagePlan, shape: Shape): Statement {
  const sql = builderFor(plan, shape, true);
  const source = rowSource('a', plan.model);
  const from = `${tableOf(plan.model)} a${whereClause(mainConditions(sql, plan, source))}`;
  const key = `${from} ${JSON.stringify(sql.values)}`;
  const order = orderClause([...orderTerms(sql, source, plan.order), 'a.id']);
  const { rows, total, moment = 'null', place } = pageOf(sql, plan, page, from, order);
  const { object, joins, weight } = documentOf(sql, source, plan, shape);
  const data = `coalesce(json_agg(d.data), '[]'::json) as data, ${total} as total, coalesce(sum(d.n), 0) as weight, ${moment} as moment`;
  const statement = built(
    sql,
    plan,
    source,
    rows,
    (page) =>
      `select ${data} from (select ${object} as data, ${weight} as n, a.cg_total as total from ${page} a${joins}) d`,
  );
  return place === undefined ? statement : { ...statement, counted: { key, place } };
}

interface Page {
  readonly rows: string;
  readonly total: string;
  readonly moment?: string;
  /** Where what is known of the total goes. */
  readonly place?: number;
}

/**
 * The rows of a page, and the total. Where finding rows is the work, they are counted while they are found; where it is
 * not, counting on its own is cheaper. Past the last page there is no row to carry the total.
 */
function pageOf(sql: Builder, plan: ReadPlan, page: PagePlan, from: string, order: string): Page {
  const offset = page.start === 0 ? '' : ` offset ${hidden(sql.param(page.start, 'bigint'), 'bigint')}`;
  // The limit is part of the text: the planner has to know that a page is small.
  const slice = `${order} limit ${page.limit}${offset}`;
  const count = `(select count(*) from ${from})`;
  if (!page.withCount || plan.where === undefined || !isCostly(plan.where)) {
    const rows = `select a.*, null as cg_total from ${from}${slice}`;
    return page.withCount ? { rows, ...totalOf(sql, count) } : { rows, total: 'null' };
  }
  const found = `select a.id, count(*) over () as cg_total from ${from}${slice}`;
  const placed = `select k.*, row_number() over () as cg_place from (${found}) k`;
  return {
    rows: `select a.*, k.cg_total from (${placed}) k join ${tableOf(plan.model)} a on a.id = k.id order by k.cg_place`,
    total: `coalesce(max(d.total), ${page.start === 0 ? '0' : count})`,
  };
}

function isCostly(plan: FilterPlan): boolean {
  if (plan.kind === 'and' || plan.kind === 'or') return plan.items.some(isCostly);
  return plan.kind === 'exists' || plan.kind === 'absent';
}

/** One document. Columns: `data`, `cg_version`, `weight`. */
export function selectOne(plan: ReadPlan, documentId: string | undefined, shape: Shape): Statement {
  const sql = builderFor(plan, shape, listDepth(plan.node) > 1);
  const source = rowSource('a', plan.model);
  const own = documentId === undefined ? [] : [`a.document_id = ${sql.place(documentId, 'text')}`];
  const where = whereClause([...own, ...mainConditions(sql, plan, source)]);
  const rows = `select a.* from ${tableOf(plan.model)} a${where}${isOne(plan) ? '' : ' order by a.id limit 1'}`;
  const { object, joins, weight } = documentOf(sql, source, plan, shape);
  return built(
    sql,
    plan,
    source,
    rows,
    (page) => `select ${object} as data, a.cg_version, ${weight} as weight, null as moment from ${page} a${joins}`,
  );
}

/** A document has one version of a status in a locale. */
function isOne({ model, version }: ReadPlan): boolean {
  return !model.localized || version.locales?.length === 1;
}

/** Where lists hold lists they are weighed first; what is too heavy is not built, and `light` is false. */
function built(
  sql: Builder,
  plan: ReadPlan,
  source: Source,
  rows: string,
  select: (page: string) => string,
): Statement {
  const weighing = weigh(sql, plan.node, 'page', source);
  if (weighing === undefined) return { text: select(`(${rows})`), values: sql.values };
  const tables = [
    `page as materialized (${rows})`,
    ...weighing.tables,
    `scale(light) as materialized (select ${weighing.light})`,
  ];
  // A limit of nothing is known before the rest begins; a condition would be looked at after it.
  const gate = `limit (select case when light then null else 0 end::bigint from scale)`;
  const text = `with ${tables.join(', ')} select x.*, scale.light from scale left join (${select('page')} ${gate}) x on true`;
  return { text, values: sql.values };
}

function documentOf(sql: Builder, source: Source, plan: ReadPlan, shape: Shape) {
  const { columns, joins, weight } = render(sql, source, plan.node);
  const shown = columns.filter(([, key]) => shape.id || key !== 'id');
  const { object, join } = objectOf(sql, shape.documentMeta ? [...shown, [`'{}'::json`, 'meta']] : shown);
  return { object, joins: joins + join, weight };
}

function builderFor({ version, rows }: ReadPlan, shape: Shape, weighed: boolean): Builder {
  const guard = (sql: Builder, source: RowSource) => {
    const plan = rows.related(source.model);
    return plan === undefined ? [] : [condition(unguarded(sql), source, plan)];
  };
  return createBuilder({ ...shape, version, guard, weighed });
}

/** What a row rule itself looks at is not the caller's doing. */
function unguarded(sql: Builder): Builder {
  return { ...sql, guard: () => [] };
}

function mainConditions(sql: Builder, plan: ReadPlan, source: Source): readonly string[] {
  const { model, version, where, rows } = plan;
  const conditions = [`a.status = ${statusOf(sql, model)}`];
  if (!model.localized) conditions.push(`a.locale = ''`);
  else if (version.locales?.length === 1) conditions.push(`a.locale = ${sql.param(version.locales[0]!, 'text')}`);
  else if (version.locales !== undefined) conditions.push(`a.locale = any(${sql.param(version.locales, 'text[]')})`);
  if (version.publicationFilter !== undefined) conditions.push(publication(sql, plan, version.publicationFilter));
  if (rows.main !== undefined) conditions.push(condition(unguarded(sql), source, rows.main));
  if (where !== undefined) conditions.push(condition(sql, source, where));
  return conditions;
}

/** Compares a version with the other status of the same document and locale (or of any locale). */
function publication(sql: Builder, { model, rows }: ReadPlan, filter: PublicationFilter): string {
  // A draft that the caller may not see is as good as none.
  const seen = (alias: string) =>
    rows.drafts === undefined ? [] : [draftCondition(sql, rowSource(alias, model), rows.drafts)];
  const other = (...conditions: readonly string[]) =>
    `exists (select 1 from ${tableOf(model)} w${whereClause(['w.document_id = a.document_id', ...conditions])})`;
  const sameLocale = 'w.locale = a.locale';
  const published = other(`w.status = 'published'`, sameLocale);
  const draft = () => other(`w.status = 'draft'`, sameLocale, ...seen('w'));
  const edited = () =>
    `exists (select 1 from ${tableOf(model)} d join ${tableOf(model)} p on p.document_id = d.document_id and p.locale = d.locale and p.status = 'published'${whereClause(['d.document_id = a.document_id', 'd.locale = a.locale', `d.status = 'draft'`, 'd.updated_at > p.updated_at', ...seen('d')])})`;
  switch (filter) {
    case 'never-published':
      return `not ${published}`;
    case 'has-published-version':
      return published;
    case 'modified':
      return edited();
    case 'unmodified':
      return `${published} and not ${edited()}`;
    case 'never-published-document':
      return `not ${other(`w.status = 'published'`)}`;
    case 'has-published-version-document':
      return other(`w.status = 'published'`);
    case 'published-without-draft':
      return `${published} and not ${draft()}`;
    case 'published-with-draft':
      return `${published} and ${draft()}`;
  }
}

/** What a row rule says of a draft, whose relations lead to drafts. */
function draftCondition(sql: Builder, source: Source, plan: FilterPlan): string {
  return condition({ ...unguarded(sql), version: { ...sql.version, status: 'draft' } }, source, plan);
}
