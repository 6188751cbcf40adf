import { sql } from 'drizzle-orm';
import * as pg from 'drizzle-orm/pg-core';

/** The registry: one row per document. Links point here, so publishing never has to rewrite them; its rows are the locks. */
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

/** Uploaded files. They have no versions, so media attributes refer to their row id. */
export const cgFiles = pg.pgTable(
  'cg_files',
  {
    id: pg.integer('id').primaryKey().generatedByDefaultAsIdentity(),
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
    createdAt: timestamp('created_at').notNull().defaultNow(),
    updatedAt: timestamp('updated_at').notNull().defaultNow(),
    publishedAt: timestamp('published_at').notNull().defaultNow(),
  },
  (t) => [pg.uniqueIndex('cg_files_document_id').on(t.documentId)],
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

/** Ids of component and dynamic zone entries. */
export const cgEntryId = pg.pgSequence('cg_entry_id');

function timestamp(name: string) {
  return pg.timestamp(name, { precision: 3, withTimezone: true, mode: 'string' });
}
