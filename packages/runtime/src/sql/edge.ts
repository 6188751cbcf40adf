import { identifier, literal } from '../database/index.js';
import type { AnyModel, Edge, EntryEdge, RowEdge, StoredByTarget } from '../model/index.js';
import type { Builder } from './builder.js';
import {
  type RowSource,
  type Source,
  entrySource,
  jsonOf,
  rowSource,
  statusLiteral,
  statusOf,
  tableOf,
} from './source.js';

/** The other side of an edge: its tables, its conditions and its default order. */
export interface Joined {
  readonly from: string;
  readonly conditions: readonly string[];
  readonly source: Source;
  readonly order: readonly string[];
  readonly links?: Links;
}

/** The rows of a link table alone, without the rows that they lead to. */
interface Links {
  readonly from: string;
  readonly conditions: readonly string[];
  /** What is known of the links of the parent. With it, PostgreSQL can also begin with the targets. */
  readonly known: readonly string[];
  /** Whether each link leads to one row that exists for the caller. */
  readonly areRows: boolean;
}

type JoinedRows = Joined & { readonly source: RowSource };

export function joinEdge(sql: Builder, edge: Edge, parent: Source): Joined {
  return edge.kind === 'entries' ? joinEntries(sql, edge, parent) : joinRows(sql, edge, parent);
}

function joinEntries(sql: Builder, edge: EntryEdge, parent: Source): Joined {
  const alias = sql.alias('e');
  const json = jsonOf(parent, edge.column, edge.key);
  const source = entrySource(alias, parent.locale);
  if (edge.many) return { from: elements(json, alias), conditions: [], source, order: [`${alias}.ord`] };
  const conditions = [`jsonb_typeof(${source.json}) = 'object'`];
  return { from: `(select ${json} as value) ${alias}`, conditions, source, order: [] };
}

/** The items of a JSON list in order; no rows if the JSON is not a list. */
export function elements(json: string, alias: string): string {
  return `jsonb_array_elements(case jsonb_typeof(${json}) when 'array' then ${json} end) with ordinality ${alias}(value, ord)`;
}

/** A column of the parent. Entries have no columns. */
export function parentColumn(parent: Source, column: string): string {
  return parent.kind === 'row' ? `${parent.alias}.${identifier(column)}` : 'null';
}

function joinRows(sql: Builder, edge: RowEdge, parent: Source): Joined {
  const { links, ...joined } = joinTarget(sql, edge, parent);
  const guards = sql.guard(joined.source);
  const rows = { ...joined, conditions: [...joined.conditions, ...guards] };
  // A guard may hide a row that a link leads to.
  return links === undefined ? rows : { ...rows, links: { ...links, areRows: links.areRows && guards.length === 0 } };
}

function joinTarget(sql: Builder, edge: RowEdge, parent: Source): JoinedRows {
  const alias = sql.alias('t');
  const { target, storage, many } = edge;
  const source = rowSource(alias, target);
  const table = `${tableOf(target)} ${alias}`;
  const own = (column: string) => parentColumn(parent, column);
  const shown = () => versionConditions(sql, target, alias, parent);

  switch (storage.at) {
    case 'column':
      return {
        from: table,
        conditions: [`${alias}.document_id = ${own(storage.column)}`, ...shown()],
        source,
        order: [],
      };
    case 'link': {
      const link = sql.alias('l');
      const links = {
        from: `${identifier(storage.table)} ${link}`,
        conditions: [`${link}.source_id = ${own('id')}`],
        known: parent.kind === 'row' ? ownedConditions(sql, parent.model, link, parent.locale) : [],
        areRows: false,
      };
      const from = `${links.from} join ${table} on ${alias}.document_id = ${link}.target_id`;
      return { from, conditions: [...links.conditions, ...shown()], source, order: [`${link}.rank`], links };
    }
    case 'inverse':
      return joinOwners(sql, storage, source, parent);
    case 'entry': {
      if (!many) {
        const id = parent.kind === 'entry' ? `(${parent.json}->>${literal(storage.key)})` : 'null';
        return { from: table, conditions: [`${alias}.document_id = ${id}`, ...shown()], source, order: [] };
      }
      const link = sql.alias('l');
      const from = `${elements(jsonOf(parent, storage.key, storage.key), link)} join ${table} on ${alias}.document_id = ${link}.value #>> '{}'`;
      return { from, conditions: shown(), source, order: [`${link}.ord`] };
    }
    case 'localizations': {
      const conditions = [
        `${alias}.document_id = ${own('document_id')}`,
        `${alias}.cg_status = ${own('cg_status')}`,
        `${alias}.locale <> ${own('locale')}`,
      ];
      return { from: table, conditions, source, order: [`${alias}.id`] };
    }
    case 'file':
      return joinFiles(sql, storage, source, many, parent);
  }
}

/** The inverse of a relation: rows of the target whose column or links name the parent. */
function joinOwners(sql: Builder, { of }: StoredByTarget, source: RowSource, parent: Source): JoinedRows {
  const { alias, model } = source;
  const table = `${tableOf(model)} ${alias}`;
  const own = parentColumn(parent, 'document_id');
  const shown = (carries: (version: string) => readonly string[]) =>
    versionConditions(sql, model, alias, parent, carries);
  if (of.at === 'column') {
    const carries = (version: string) => [`${version}.${identifier(of.column)} = ${own}`];
    const order = [...(of.rank === undefined ? [] : [`${alias}.${identifier(of.rank)}`]), `${alias}.id`];
    return { from: table, conditions: [...carries(alias), ...shown(carries)], source, order };
  }
  const link = sql.alias('l');
  const carries = (version: string) => [
    `exists (select 1 from ${identifier(of.table)} k where k.source_id = ${version}.id and k.target_id = ${own})`,
  ];
  const locale = parent.locale ?? onlyLocale(sql, model);
  const links = {
    from: `${identifier(of.table)} ${link}`,
    conditions: [`${link}.target_id = ${own}`, ...ownedConditions(sql, model, link, locale)],
    known: [],
    areRows: !model.localized || locale !== undefined,
  };
  const from = `${links.from} join ${table} on ${alias}.id = ${link}.source_id`;
  const order = [`${link}.inverse_rank`, `${alias}.id`];
  return { from, conditions: [...links.conditions, ...shown(carries)], source, order, links };
}

/** The rows that have a link of an edge, as far as links tell: their ids, and the rows that the links lead to. */
export function linkedRows(sql: Builder, edge: RowEdge, model: AnyModel) {
  const { storage, target } = edge;
  if (storage.at !== 'link') return undefined;
  const [link, source] = [rowSource(sql.alias('l'), model), rowSource(sql.alias('t'), target)];
  const { alias } = source;
  return {
    link: link.alias,
    from: `${identifier(storage.table)} ${link.alias} join ${tableOf(target)} ${alias} on ${alias}.document_id = ${link.alias}.target_id`,
    // A link has the locale of the row that it belongs to, so it stands for the row here.
    conditions: [
      ...ownedConditions(sql, model, link.alias, undefined),
      ...versionConditions(sql, target, alias, link),
      ...sql.guard(source),
    ],
    source,
  };
}

/** The conditions on the links of rows with the status of the request, in one locale if it is known. */
function ownedConditions(sql: Builder, model: AnyModel, link: string, locale: string | undefined): readonly string[] {
  const status = statusOf(sql, model) === 'published' ? `${link}.published` : `not ${link}.published`;
  if (!model.localized) return [status, `${link}.locale = ''`];
  return locale === undefined ? [status] : [status, `${link}.locale = ${locale}`];
}

/** The locale of all versions, as SQL, in a project with one locale. */
function onlyLocale(sql: Builder, model: AnyModel): string | undefined {
  const [locale] = sql.version.preferred;
  return model.localized && sql.oneLocale && locale !== undefined ? sql.param(locale, 'text') : undefined;
}

/** Files have no versions: rows and entries name them by row id. */
function joinFiles(
  sql: Builder,
  storage: { readonly column: string; readonly key: string },
  source: RowSource,
  many: boolean,
  parent: Source,
): JoinedRows {
  const { alias } = source;
  const table = `${tableOf(source.model)} ${alias}`;
  if (!many) {
    const id =
      parent.kind === 'row'
        ? `${parent.alias}.${identifier(storage.column)}`
        : `(${parent.json}->>${literal(storage.key)})::bigint`;
    return { from: table, conditions: [`${alias}.id = ${id}`], source, order: [] };
  }
  const link = sql.alias('l');
  const list =
    parent.kind === 'row'
      ? `unnest(${parent.alias}.${identifier(storage.column)}) with ordinality ${link}(value, ord)`
      : elements(jsonOf(parent, storage.column, storage.key), link);
  const id = parent.kind === 'row' ? `${link}.value` : `(${link}.value #>> '{}')::bigint`;
  return { from: `${list} join ${table} on ${alias}.id = ${id}`, conditions: [], source, order: [`${link}.ord`] };
}

/**
 * Selects one version of each related document: with the status of the request, in the locale of the parent. Below a
 * parent without a locale, the conditions select the preferred locale among the versions that meet `carries`.
 */
export function versionConditions(
  sql: Builder,
  model: AnyModel,
  alias: string,
  parent: Source | undefined,
  carries: (version: string) => readonly string[] = () => [],
): readonly string[] {
  const status = statusLiteral(sql, model);
  const conditions = [`${alias}.cg_status = ${status}`];
  if (!model.localized) return [...conditions, `${alias}.locale = ''`];
  if (parent?.locale !== undefined) return [...conditions, `${alias}.locale = ${parent.locale}`];

  const only = onlyLocale(sql, model);
  if (only !== undefined) return [...conditions, `${alias}.locale = ${only}`];
  const preferred = sql.version.preferred.map((locale) => sql.param(locale, 'text'));
  const choice = sql.alias('v');
  const cases = preferred.map((locale, index) => `when ${locale} then ${index}`).join(' ');
  const among = [`${choice}.document_id = ${alias}.document_id`, `${choice}.cg_status = ${status}`, ...carries(choice)];
  return [
    ...conditions,
    `${alias}.id = (select ${choice}.id from ${tableOf(model)} ${choice} where ${among.join(' and ')} order by case ${choice}.locale ${cases} else ${preferred.length} end, ${choice}.id limit 1)`,
  ];
}
