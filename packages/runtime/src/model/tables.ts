import { sql } from 'drizzle-orm';
import * as pg from 'drizzle-orm/pg-core';

/** The registry: one row per document. Links point here, so publishing never rewrites them. Writes lock these rows. */
export const cgDocuments = pg.pgTable(
  'cg_documents',
  {
    id: pg.text('id').primaryKey(),
    type: pg.text('type').notNull(),
    single: pg.boolean('single').notNull().default(false),
  },
  (t) => [
    pg.index('cg_documents_type').on(t.type),
    pg
      .uniqueIndex('cg_documents_single')
      .on(t.type)
      .where(sql`${t.single}`),
  ],
);

/** Uploaded files, which have no versions, so that media attributes refer to their row id. */
export const cgFiles = pg.pgTable(
  'cg_files',
  {
    id: rowId('id').primaryKey().generatedByDefaultAsIdentity(),
    documentId: pg.text('document_id').notNull(),
    name: pg.text('name').notNull(),
    alternativeText: pg.text('alternative_text'),
    caption: pg.text('caption'),
    focalPoint: pg.jsonb('focal_point'),
    width: pg.integer('width'),
    height: pg.integer('height'),
    formats: pg.json('formats'),
    hash: pg.text('hash').notNull(),
    ext: pg.text('ext'),
    mime: pg.text('mime').notNull(),
    size: pg.numeric('size', { precision: 10, scale: 2 }).notNull(),
    url: pg.text('url').notNull(),
    previewUrl: pg.text('preview_url'),
    provider: pg.text('provider').notNull(),
    provider_metadata: pg.jsonb('provider_metadata'),
    /**
     * The caller of the upload, who may attach the file without the right to see other files; see `access/files.ts`.
     */
    cgUploadedBy: pg.text('cg_uploaded_by'),
    createdAt: timestamp('created_at').notNull().defaultNow(),
    updatedAt: timestamp('updated_at').notNull().defaultNow(),
    publishedAt: timestamp('published_at').notNull().defaultNow(),
  },
  (t) => [pg.uniqueIndex('cg_files_document_id').on(t.documentId), pg.index('cg_files_hash').on(t.hash)],
);

/**
 * Values of unique attributes inside components, of published versions only: jsonb columns cannot carry such an index
 * for repeatable entries.
 */
export const cgUniqueValues = pg.pgTable(
  'cg_unique_values',
  {
    type: pg.text('type').notNull(),
    path: pg.text('path').notNull(),
    locale: pg.text('locale').notNull(),
    hash: pg.text('hash').notNull(),
    documentId: pg
      .text('document_id')
      .notNull()
      .references(() => cgDocuments.id, { onDelete: 'cascade' }),
  },
  (t) => [
    pg.primaryKey({ name: 'cg_unique_values_pk', columns: [t.type, t.path, t.locale, t.hash] }),
    pg.index('cg_unique_values_document').on(t.documentId, t.locale),
  ],
);

/** API tokens that were made on the command line. The secret itself is not stored. */
export const cgTokens = pg.pgTable(
  'cg_tokens',
  {
    id: rowId('id').primaryKey().generatedByDefaultAsIdentity(),
    name: pg.text('name').notNull(),
    type: pg.text('type', { enum: ['full-access', 'read-only', 'custom'] }).notNull(),
    actions: pg.jsonb('actions').notNull().default([]),
    /** In hex; of a token from Strapi, the hash that Strapi keeps (`strapiHash`). */
    sha256: pg.text('sha256').notNull(),
    expiresAt: timestamp('expires_at'),
    createdAt: timestamp('created_at').notNull().defaultNow(),
  },
  (t) => [pg.uniqueIndex('cg_tokens_name').on(t.name), pg.uniqueIndex('cg_tokens_sha256').on(t.sha256)],
);

/**
 * Roles of the settings, so that users can be related to them. The table has the columns of a type with one version.
 */
export const cgRoles = pg.pgTable(
  'cg_roles',
  {
    id: rowId('id').primaryKey().generatedByDefaultAsIdentity(),
    documentId: pg.text('document_id').notNull(),
    locale: pg.text('locale').notNull().default(''),
    cgStatus: pg.text('cg_status').notNull().default('published'),
    name: pg.text('name').notNull(),
    description: pg.text('description'),
    type: pg.text('type').notNull(),
    createdAt: timestamp('created_at').notNull().defaultNow(),
    updatedAt: timestamp('updated_at').notNull().defaultNow(),
    publishedAt: timestamp('published_at').notNull().defaultNow(),
  },
  (t) => [pg.uniqueIndex('cg_roles_document_id').on(t.documentId), pg.uniqueIndex('cg_roles_type').on(t.type)],
);

/** Sessions of users. Access tokens name their session, so the tokens end with the session. */
export const cgSessions = pg.pgTable(
  'cg_sessions',
  {
    id: pg.text('id').primaryKey(),
    userId: pg
      .text('user_id')
      .notNull()
      .references(() => cgDocuments.id, { onDelete: 'cascade' }),
    /** The SHA-256 of the refresh token that is valid next. */
    refresh: pg.text('refresh').notNull(),
    createdAt: timestamp('created_at').notNull().defaultNow(),
    expiresAt: timestamp('expires_at').notNull(),
  },
  (t) => [pg.index('cg_sessions_user').on(t.userId), pg.uniqueIndex('cg_sessions_refresh').on(t.refresh)],
);

/** Codes sent by mail, by their SHA-256. A code is valid once, for a short time. */
export const cgCodes = pg.pgTable(
  'cg_codes',
  {
    sha256: pg.text('sha256').primaryKey(),
    /** `reset` a password, `confirm` the address of an account, `change` the address to another. */
    purpose: pg.text('purpose', { enum: ['reset', 'confirm', 'change'] }).notNull(),
    userId: pg
      .text('user_id')
      .notNull()
      .references(() => cgDocuments.id, { onDelete: 'cascade' }),
    /** The address that the code was sent to. */
    email: pg.text('email').notNull().default(''),
    expiresAt: timestamp('expires_at').notNull(),
  },
  (t) => [pg.index('cg_codes_user').on(t.userId)],
);

/** How often an address has called the authentication routes in the current window. */
export const cgAttempts = pg.pgTable('cg_attempts', {
  key: pg.text('key').primaryKey(),
  count: pg.integer('count').notNull(),
  until: timestamp('until').notNull(),
});

/** Keys that all instances share, unless the environment sets them. */
export const cgSecrets = pg.pgTable('cg_secrets', {
  name: pg.text('name').primaryKey(),
  value: pg.text('value').notNull(),
});

/**
 * The rows of the tables of content types, as changes that triggers add; see `total-counters.ts`. `base`: the counting of
 * the table began with this row.
 */
export const cgTotals = pg.pgTable(
  'cg_totals',
  {
    relation: relation('relation').notNull(),
    status: pg.text('status').notNull(),
    locale: pg.text('locale').notNull(),
    added: pg.bigint('added', { mode: 'number' }).notNull(),
    mark: pg.bigint('mark', { mode: 'bigint' }).notNull(),
    base: pg.boolean('base').notNull(),
  },
  (t) => [
    pg.index('cg_totals_relation').on(t.relation),
    // Refuses rows that a dump brings along for a table that is counted already.
    pg
      .uniqueIndex('cg_totals_base')
      .on(t.relation)
      .where(sql`${t.base}`),
  ],
);

/** Ids of component and dynamic zone entries. */
export const cgEntryId = pg.pgSequence('cg_entry_id');

/** The id of a row, or a reference to one. 64 bits, because a busy table uses up 31 bits within a year. */
export function rowId<Name extends string>(name: Name) {
  return pg.bigint(name, { mode: 'number' });
}

/** A table by its oid, which a rename keeps. Dumps have its name instead. */
function relation<Name extends string>(name: Name) {
  return pg.customType<{ data: string }>({ dataType: () => 'regclass' })(name);
}

function timestamp(name: string) {
  return pg.timestamp(name, { precision: 3, withTimezone: true, mode: 'string' });
}
