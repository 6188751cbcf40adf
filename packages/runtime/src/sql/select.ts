import type { Value } from '../database.js';
import type { PagePlan, ReadPlan } from '../plan/plan.js';
import type { PublicationFilter } from '../query/parameters.js';
import { weigh } from './budget.js';
import { type Builder, createBuilder } from './builder.js';
import { condition, whereClause } from './filter.js';
import { type Column, columnsOf, objectOf } from './node.js';
import { orderClause, orderTerms } from './order.js';
import { type RowSource, type Source, rowSource, tableOf } from './source.js';

export interface Statement {
  readonly text: string;
  readonly values: readonly Value[];
}

/** How documents look on the outside; see docs/compatibility.md. */
export interface Shape {
  readonly oneLocale: boolean;
  readonly entryDocumentId: boolean;
  /** Every document of the answer carries `meta: {}`. */
  readonly documentMeta: boolean;
  /** The row id is shown. */
  readonly id: boolean;
  readonly maxPopulatedRows: number;
}

/** A page of documents: takes the page first and builds JSON for its rows only. Columns: `data`, `total`, `weight`. */
export function selectPage(plan: ReadPlan, page: PagePlan, shape: Shape): Statement {
  const sql = builderFor(plan, shape);
  const source = rowSource('a', plan.model);
  const from = `${tableOf(plan.model)} a${whereClause(mainConditions(sql, plan, source))}`;
  const order = orderClause([...orderTerms(sql, source, plan.order), 'a.id']);
  const limit = sql.param(page.limit, 'bigint');
  const offset = page.start === 0 ? '' : ` offset ${sql.param(page.start, 'bigint')}`;
  const rows = `select a.* from ${from}${order} limit ${limit}${offset}`;
  const object = objectOf(documentColumns(sql, source, plan, shape));
  const data = (page: string) =>
    `(select coalesce(json_agg(d.data), '[]'::json) from (select ${object} as data from ${page} a) d)`;
  const total = page.withCount ? `(select count(*) from ${from})` : 'null';
  return weighed(sql, plan, source, shape, rows, (page) => [data(page), `${total} as total`]);
}

/** One document. Columns: `data`, `version`, `weight`. */
export function selectOne(plan: ReadPlan, documentId: string | undefined, shape: Shape): Statement {
  const sql = builderFor(plan, shape);
  const source = rowSource('a', plan.model);
  const own = documentId === undefined ? [] : [`a.document_id = ${sql.place(documentId, 'text')}`];
  const where = whereClause([...own, ...mainConditions(sql, plan, source)]);
  const rows = `select a.* from ${tableOf(plan.model)} a${where} order by a.id limit 1`;
  const object = objectOf(documentColumns(sql, source, plan, shape));
  return weighed(sql, plan, source, shape, rows, (page) => [
    `(select ${object} from ${page} a)`,
    `(select version from ${page} a) as version`,
  ]);
}

/** Where lists are populated, they are weighed before they are built; over the budget `data` is null. */
function weighed(
  sql: Builder,
  plan: ReadPlan,
  source: Source,
  shape: Shape,
  rows: string,
  columns: (page: string) => readonly [data: string, second: string],
): Statement {
  const weighing = weigh(sql, plan.node, 'page', source, shape.maxPopulatedRows);
  const [data, second] = columns('page');
  const tables = [`page as materialized (${rows})`, ...(weighing?.tables ?? [])];
  if (weighing === undefined) {
    const text = `with ${tables.join(', ')} select ${data} as data, ${second}, 0 as weight`;
    return { text, values: sql.values };
  }
  const budget = sql.param(shape.maxPopulatedRows, 'bigint');
  const text = `with ${tables.join(', ')}, load(weight) as materialized (select ${weighing.total}) select case when load.weight <= ${budget} then ${data} end as data, ${second}, load.weight from load`;
  return { text, values: sql.values };
}

function documentColumns(sql: Builder, source: Source, plan: ReadPlan, shape: Shape): readonly Column[] {
  const columns = columnsOf(sql, source, plan.node).filter(([, key]) => shape.id || key !== 'id');
  return shape.documentMeta ? [...columns, [`'{}'::json`, 'meta']] : columns;
}

function builderFor({ version, rows }: ReadPlan, shape: Shape): Builder {
  const guard = (sql: Builder, source: RowSource) => {
    const plan = rows.related(source.model);
    return plan === undefined ? [] : [condition(unguarded(sql), source, plan)];
  };
  return createBuilder({ ...shape, version, guard });
}

/** What a row rule itself looks at is not the caller's doing. */
function unguarded(sql: Builder): Builder {
  return { ...sql, guard: () => [] };
}

function mainConditions(sql: Builder, plan: ReadPlan, source: Source): readonly string[] {
  const { model, version, where, rows } = plan;
  const conditions = [
    model.draftAndPublish ? `a.status = ${sql.param(version.status, 'text')}` : `a.status = 'published'`,
  ];
  if (!model.localized) conditions.push(`a.locale = ''`);
  else if (version.locales?.length === 1) conditions.push(`a.locale = ${sql.param(version.locales[0]!, 'text')}`);
  else if (version.locales !== undefined) conditions.push(`a.locale = any(${sql.param(version.locales, 'text[]')})`);
  if (version.publicationFilter !== undefined) conditions.push(publication(plan, version.publicationFilter));
  if (rows.main !== undefined) conditions.push(condition(unguarded(sql), source, rows.main));
  if (where !== undefined) conditions.push(condition(sql, source, where));
  return conditions;
}

/** Compares a version with the other status of the same document and locale (or of any locale). */
function publication({ model }: ReadPlan, filter: PublicationFilter): string {
  const twin = (status: string, ...more: readonly string[]) =>
    `exists (select 1 from ${tableOf(model)} w${whereClause(['w.document_id = a.document_id', `w.status = '${status}'`, ...more])})`;
  const sameLocale = 'w.locale = a.locale';
  const published = twin('published', sameLocale);
  const edited = `exists (select 1 from ${tableOf(model)} d join ${tableOf(model)} p on p.document_id = d.document_id and p.locale = d.locale and p.status = 'published' where d.document_id = a.document_id and d.locale = a.locale and d.status = 'draft' and d.updated_at > p.updated_at)`;
  switch (filter) {
    case 'never-published':
      return `not ${published}`;
    case 'has-published-version':
      return published;
    case 'modified':
      return edited;
    case 'unmodified':
      return `${published} and not ${edited}`;
    case 'never-published-document':
      return `not ${twin('published')}`;
    case 'has-published-version-document':
      return twin('published');
    case 'published-without-draft':
      return `${published} and not ${twin('draft', sameLocale)}`;
    case 'published-with-draft':
      return `${published} and ${twin('draft', sameLocale)}`;
  }
}
