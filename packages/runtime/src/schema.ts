import { getTableName, sql } from 'drizzle-orm';
import * as pg from 'drizzle-orm/pg-core';

import { cgDocuments, cgFiles, rowId } from './model/tables.js';
import type { StoredEntry } from './model/values.js';
import type { Blocks, Json } from './shape/index.js';

/** A point in time with milliseconds. */
export function datetime<Name extends string>(name: Name) {
  return pg.timestamp(name, { precision: 3, withTimezone: true, mode: 'string' });
}

/**
 * The columns that every content type has. A row is one version of a document: its draft or published state in one
 * locale (`''` if the type is not localized).
 */
export function versionColumns() {
  return {
    id: rowId('id').primaryKey().generatedByDefaultAsIdentity(),
    documentId: pg
      .text('document_id')
      .notNull()
      .references(() => cgDocuments.id, { onDelete: 'cascade' }),
    locale: pg.text('locale').notNull().default(''),
    cgStatus: pg.text('cg_status', { enum: ['draft', 'published'] }).notNull(),
    cgVersion: pg.integer('cg_version').notNull().default(1),
    cgDiverged: pg.text('cg_diverged').array().notNull().default([]),
    createdAt: datetime('created_at').notNull().defaultNow(),
    updatedAt: datetime('updated_at').notNull().defaultNow(),
    publishedAt: datetime('published_at'),
  };
}

type VersionTable = Record<'id' | 'documentId' | 'locale' | 'cgStatus', pg.ExtraConfigColumn>;
type DatedTable = VersionTable & Record<'createdAt' | 'updatedAt' | 'publishedAt', pg.ExtraConfigColumn>;

/** One row per document, locale and status, and the index for lists. */
export function versionKeys(t: VersionTable) {
  const table = tableOf(t.id);
  return [
    pg.uniqueIndex(`${table}__version`).on(t.documentId, t.locale, t.cgStatus),
    pg.index(`${table}__list`).on(t.cgStatus, t.locale, t.id),
  ] as const;
}

/**
 * Lists that are sorted by a date of the document, the latest first. No index is partial: before the first `analyze`,
 * PostgreSQL prefers a partial index to the index that a join needs.
 */
export function dateKeys(t: DatedTable) {
  const table = tableOf(t.id);
  return [
    pg.index(`${table}__created_at`).on(t.cgStatus, t.locale, desc(t.createdAt), t.id),
    pg.index(`${table}__updated_at`).on(t.cgStatus, t.locale, desc(t.updatedAt), t.id),
    pg.index(`${table}__published_at`).on(t.cgStatus, t.locale, desc(t.publishedAt), t.id),
  ] as const;
}

/** Filters by the columns, and lists that are sorted by them. The id breaks ties in every list. */
export function index(t: VersionTable, ...columns: readonly pg.ExtraConfigColumn[]) {
  const names = columns.map(({ name, indexConfig }) => (indexConfig.order === 'desc' ? `${name}_desc` : name));
  return pg.index(`${tableOf(t.id)}__${names.join('_')}_index`).on(t.cgStatus, t.locale, ...columns, t.id);
}

/** A column of an index in descending order. Nulls come first, as in every list in this order. */
export function desc(column: pg.ExtraConfigColumn): pg.ExtraConfigColumn {
  // The return type of the methods lacks the called methods, so the column itself is returned.
  column.desc().nullsFirst();
  return column;
}

/** Text that `$contains`, `$startsWith` and similar operators search. */
export function trigram(column: pg.ExtraConfigColumn) {
  return pg.index(`${tableOf(column)}__${column.name}_trigram`).using('gin', column.op('gin_trgm_ops'));
}

/** Text that `_q` searches, and the document id, which it compares without case. */
export function search(t: VersionTable, ...columns: readonly pg.ExtraConfigColumn[]) {
  const table = tableOf(t.id);
  return [...columns.map((column) => trigram(column)), pg.index(`${table}__search_id`).on(sql`lower(${t.documentId})`)];
}

/** The words that `_q` looks for with `sort=_score`, in the language of their locale; see `model/full-text.ts`. */
export function fullText(t: VersionTable, ...columns: readonly pg.ExtraConfigColumn[]) {
  const values = sql.join([t.locale, ...columns], sql`, `);
  return pg.index(`${tableOf(t.id)}__full_text`).using('gin', sql`cg_search_vector(${values})`);
}

/** A unique attribute: no two published versions of one locale share a value. Drafts and empty text are free. */
export function unique(t: VersionTable, column: pg.ExtraConfigColumn) {
  const published = sql`${t.cgStatus} = 'published'`;
  return pg
    .uniqueIndex(`${tableOf(column)}__${column.name}_unique`)
    .on(t.locale, column)
    .where(column.columnType === 'PgText' ? sql`${published} and ${column} <> ''` : published);
}

/** Like `unique`, for text of any length, because an index entry holds at most 2.7 kB. */
export function uniqueHash(t: VersionTable, column: pg.ExtraConfigColumn) {
  return pg
    .uniqueIndex(`${tableOf(column)}__${column.name}_unique`)
    .on(t.locale, sql`md5(${column})`)
    .where(sql`${t.cgStatus} = 'published' and ${column} <> ''`);
}

/** A two-way one-to-one relation: a target has one owner per locale and status. */
export function exclusive(t: VersionTable, column: pg.ExtraConfigColumn) {
  return pg.uniqueIndex(`${tableOf(column)}__${column.name}_exclusive`).on(column, t.locale, t.cgStatus);
}

/**
 * Finds the owners of a to-one relation from its other side, in the order of that side. With status and locale, the
 * index alone counts them.
 */
export function owners(t: VersionTable, column: pg.ExtraConfigColumn, rankColumn: pg.ExtraConfigColumn) {
  return pg.index(`${tableOf(column)}__${column.name}_owners`).on(column, rankColumn, t.cgStatus, t.locale);
}

/** Like `owners`, for a relation whose other side has no order, and for a file. */
export function lookup(column: pg.ExtraConfigColumn) {
  return pg.index(`${tableOf(column)}__${column.name}_lookup`).on(column);
}

/** A to-one relation. Deleting the target clears it; it never deletes the owner. */
export function reference<Name extends string>(name: Name) {
  return pg.text(name).references(() => cgDocuments.id, { onDelete: 'set null' });
}

/** The position of this version in the list on the other side of a to-one relation. */
export function rank<Name extends string>(name: Name) {
  return pg.text(name);
}

/**
 * The columns of a link table: the version that owns the link, and the document that it points at. The status and the
 * locale of the version are here, too, so that an index alone finds the links of the versions that a request reads.
 */
export function linkColumns(source: () => pg.AnyPgColumn) {
  return {
    sourceId: rowId('source_id').notNull().references(source, { onDelete: 'cascade' }),
    targetId: pg
      .text('target_id')
      .notNull()
      .references(() => cgDocuments.id, { onDelete: 'cascade' }),
    rank: pg.text('rank').notNull(),
    inverseRank: pg.text('inverse_rank'),
    published: pg.boolean('published').notNull(),
    locale: pg.text('locale').notNull(),
  };
}

type LinkTable = Record<
  'sourceId' | 'targetId' | 'rank' | 'inverseRank' | 'published' | 'locale',
  pg.ExtraConfigColumn
>;

/** A target is linked once, at one position. The last index finds the owners of a target in the order of its side. */
export function linkKeys(t: LinkTable) {
  const table = tableOf(t.sourceId);
  return [
    pg.uniqueIndex(`${table}__link`).on(t.sourceId, t.targetId),
    pg.uniqueIndex(`${table}__order`).on(t.sourceId, t.rank),
    pg.index(`${table}__owners`).on(t.targetId, t.inverseRank, t.published, t.locale, t.sourceId),
  ];
}

/**
 * Like `linkKeys`, for a relation that the target does not show. The target has no order of its owners, so one index
 * finds the owners and keeps links unique: a change of a list writes every index of every link that it moves.
 */
export function oneWayLinkKeys(t: LinkTable) {
  const table = tableOf(t.sourceId);
  return [
    pg.uniqueIndex(`${table}__target`).on(t.targetId, t.sourceId),
    pg.uniqueIndex(`${table}__order`).on(t.sourceId, t.rank),
  ];
}

/** The role of a user, by its document id. No foreign key, because the rows of roles follow the settings. */
export function role<Name extends string>(name: Name) {
  return pg.text(name);
}

/** One file. */
export function media<Name extends string>(name: Name) {
  return rowId(name).references(() => cgFiles.id, { onDelete: 'set null' });
}

/** Files in order. */
export function mediaList<Name extends string>(name: Name) {
  return rowId(name).array();
}

/** Rich text. */
export function blocks<Name extends string>(name: Name) {
  return pg.jsonb(name).$type<Blocks>();
}

/** Any JSON value. */
export function json<Name extends string>(name: Name) {
  return pg.jsonb(name).$type<Json>();
}

/** One component entry. */
export function component<Name extends string>(name: Name) {
  return pg.jsonb(name).$type<StoredEntry>();
}

/** Repeatable component or dynamic zone entries in order. */
export function components<Name extends string>(name: Name) {
  return pg.jsonb(name).$type<StoredEntry[]>();
}

function tableOf(column: pg.ExtraConfigColumn): string {
  return getTableName(column.table);
}
