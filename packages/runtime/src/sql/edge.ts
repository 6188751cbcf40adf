import { fileModel } from '../model/file-model.js';
import type { AnyModel } from '../model/model.js';
import type { Edge, EntryEdge, RowEdge } from '../plan/plan.js';
import { type Builder, identifier, literal } from './builder.js';
import { type RowSource, type Source, jsonOf, rowSource, statusOf, tableOf } from './source.js';

/** The other side of an edge: what to select from, under which conditions, in which order by default. */
export interface Joined {
  readonly from: string;
  readonly conditions: readonly string[];
  readonly source: Source;
  readonly order: readonly string[];
}

export function joinEdge(sql: Builder, edge: Edge, parent: Source): Joined {
  return edge.kind === 'entries' ? joinEntries(sql, edge, parent) : joinRows(sql, edge, parent);
}

function joinEntries(sql: Builder, edge: EntryEdge, parent: Source): Joined {
  const alias = sql.alias('e');
  const json = jsonOf(parent, edge.column, edge.key);
  const source = entrySource(`${alias}.value`, parent);
  if (edge.many) return { from: elements(json, alias), conditions: [], source, order: [`${alias}.ord`] };
  const conditions = [`jsonb_typeof(${alias}.value) = 'object'`];
  return { from: `(select ${json} as value) ${alias}`, conditions, source, order: [] };
}

/** Entries follow the locale of the row they are part of. */
export function entrySource(json: string, parent: Source): Source {
  return parent.locale === undefined ? { kind: 'entry', json } : { kind: 'entry', json, locale: parent.locale };
}

/** The items of a JSON list in order; nothing where it is no list. */
export function elements(json: string, alias: string): string {
  return `jsonb_array_elements(case jsonb_typeof(${json}) when 'array' then ${json} end) with ordinality ${alias}(value, ord)`;
}

function joinRows(sql: Builder, edge: RowEdge, parent: Source): Joined {
  const joined = joinTarget(sql, edge, parent);
  return { ...joined, conditions: [...joined.conditions, ...sql.guard(joined.source)] };
}

function joinTarget(sql: Builder, edge: RowEdge, parent: Source): Joined & { readonly source: RowSource } {
  const alias = sql.alias('t');
  const { target, storage, many } = edge;
  const source = rowSource(alias, target);
  const table = `${tableOf(target)} ${alias}`;
  const shown = (carries: (version: string) => readonly string[] = () => []) =>
    versionConditions(sql, target, alias, parent, carries);
  const own = (column: string) => (parent.kind === 'row' ? `${parent.alias}.${identifier(column)}` : 'null');

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
      const from = `${identifier(storage.table)} ${link} join ${table} on ${alias}.document_id = ${link}.target_id`;
      return { from, conditions: [`${link}.source_id = ${own('id')}`, ...shown()], source, order: [`${link}.rank`] };
    }
    case 'inverseColumn': {
      const carries = (version: string) => [`${version}.${identifier(storage.column)} = ${own('document_id')}`];
      const order = [...(storage.rank === undefined ? [] : [`${alias}.${identifier(storage.rank)}`]), `${alias}.id`];
      return { from: table, conditions: [...carries(alias), ...shown(carries)], source, order };
    }
    case 'inverseLink': {
      const link = sql.alias('l');
      const carries = (version: string) => [
        `exists (select 1 from ${identifier(storage.table)} k where k.source_id = ${version}.id and k.target_id = ${own('document_id')})`,
      ];
      const from = `${identifier(storage.table)} ${link} join ${table} on ${alias}.id = ${link}.source_id`;
      const order = [`${link}.inverse_rank`, `${alias}.id`];
      return { from, conditions: [`${link}.target_id = ${own('document_id')}`, ...shown(carries)], source, order };
    }
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
        `${alias}.status = ${own('status')}`,
        `${alias}.locale <> ${own('locale')}`,
      ];
      return { from: table, conditions, source, order: [`${alias}.id`] };
    }
    case 'file':
      return joinFiles(sql, storage, many, parent);
  }
}

function joinFiles(
  sql: Builder,
  storage: { column: string; key: string },
  many: boolean,
  parent: Source,
): Joined & { readonly source: RowSource } {
  const alias = sql.alias('t');
  const source = rowSource(alias, fileModel);
  const table = `${tableOf(fileModel)} ${alias}`;
  if (!many) {
    const id =
      parent.kind === 'row'
        ? `${parent.alias}.${identifier(storage.column)}`
        : `(${parent.json}->>${literal(storage.key)})::integer`;
    return { from: table, conditions: [`${alias}.id = ${id}`], source, order: [] };
  }
  const link = sql.alias('l');
  const list =
    parent.kind === 'row'
      ? `unnest(${parent.alias}.${identifier(storage.column)}) with ordinality ${link}(value, ord)`
      : elements(jsonOf(parent, storage.column, storage.key), link);
  const id = parent.kind === 'row' ? `${link}.value` : `(${link}.value #>> '{}')::integer`;
  return { from: `${list} join ${table} on ${alias}.id = ${id}`, conditions: [], source, order: [`${link}.ord`] };
}

/**
 * Which version of a related document shows: of the status the request is about, in the locale of the parent. Under a
 * parent without a locale it is the preferred one of those that `carries` the link.
 */
export function versionConditions(
  sql: Builder,
  model: AnyModel,
  alias: string,
  parent: Source | undefined,
  carries: (version: string) => readonly string[] = () => [],
): readonly string[] {
  const status = statusOf(sql, model);
  const conditions = [`${alias}.status = ${status}`];
  if (!model.localized) return [...conditions, `${alias}.locale = ''`];
  if (parent?.locale !== undefined) return [...conditions, `${alias}.locale = ${parent.locale}`];

  const preferred = sql.version.preferred.map((locale) => sql.param(locale, 'text'));
  if (sql.oneLocale) return [...conditions, `${alias}.locale = ${preferred[0]}`];
  const choice = sql.alias('v');
  const cases = preferred.map((locale, index) => `when ${locale} then ${index}`).join(' ');
  const among = [`${choice}.document_id = ${alias}.document_id`, `${choice}.status = ${status}`, ...carries(choice)];
  return [
    ...conditions,
    `${alias}.id = (select ${choice}.id from ${tableOf(model)} ${choice} where ${among.join(' and ')} order by case ${choice}.locale ${cases} else ${preferred.length} end, ${choice}.id limit 1)`,
  ];
}
