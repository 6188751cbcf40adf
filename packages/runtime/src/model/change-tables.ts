import { sql } from 'drizzle-orm';
import * as pg from 'drizzle-orm/pg-core';

/** The ids of changes. A transaction takes them just before its commit. */
export const cgChangeId = pg.pgSequence('cg_change_id');

/**
 * The log of committed changes: a row for each version of a document that a transaction has changed. The table is
 * partitioned by week; see `change-log.ts`.
 */
export const cgChanges = pg.pgTable(
  'cg_changes',
  {
    id: pg
      .bigint('id', { mode: 'number' })
      .notNull()
      .default(sql`nextval('cg_change_id')`),
    at: pg
      .timestamp('at', { precision: 3, withTimezone: true, mode: 'string' })
      .notNull()
      .default(sql`clock_timestamp()`),
    /** The system identifier of the PostgreSQL that `point` is a transaction id of. */
    cluster: pg.bigint('cluster', { mode: 'bigint' }).notNull(),
    /** Places the change among those of other transactions. */
    point: pg.bigint('point', { mode: 'bigint' }).notNull(),
    event: pg.text('event').notNull(),
    type: pg.text('type').notNull(),
    documentId: pg.text('document_id').notNull(),
    /** Null: the change is not about one locale. */
    locale: pg.text('locale'),
    /** Null: the change is not about one status. */
    status: pg.text('status', { enum: ['draft', 'published'] }),
    /** The counter of the version after the change. */
    version: pg.integer('version'),
    caller: pg.text('caller', { enum: ['role', 'user', 'token', 'system', 'import'] }).notNull(),
    /** The document of the user, or the name of the token. */
    callerId: pg.text('caller_id'),
    role: pg.text('role'),
    requestId: pg.text('request_id').notNull(),
    /** What the versions were before they were deleted. */
    before: pg.jsonb('before'),
    /** Other documents that show a relation which the changes of the transaction have changed. */
    related: pg.jsonb('related'),
  },
  // Each index makes every write dearer, so lists of one document have none.
  (t) => [pg.index('cg_changes_order').on(t.point, t.id)],
);
