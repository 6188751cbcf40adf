import type postgres from 'postgres';

import { DatabaseProblem } from '../database/problem.js';
import { asText, flat, fromText, stateFrom } from './state/state-text.js';
import type { State } from './state/state.js';

/** The migrations that a database stores about itself. */
export interface MigrationJournal {
  /** Absent if content-gen has not changed the database yet. */
  readonly current?: Current;
  readonly applied: readonly Applied[];
}

export interface Current {
  readonly state: State;
  /** The name of the migration that led to the state, or `serve`. */
  readonly by: string;
}

export interface Applied {
  readonly name: string;
  readonly hash: string;
  /** The number of statements outside the transaction that are done. */
  readonly done: number;
  /** Absent until all statements are done. */
  readonly finishedAt?: string;
}

/** The name that serve records for its changes. */
export const SERVE_NAME = 'serve';

type Sql = postgres.Sql | postgres.TransactionSql;

/** Creates the tables of the journal, unless they exist: `create table if not exists` needs the right to create either way. */
export async function createJournal(sql: Sql): Promise<void> {
  await refuseStrapi(sql);
  const { schema, migrations } = await journalTables(sql);
  if (schema && migrations) return;
  await sql`
    create table if not exists cg_schema (
      single boolean primary key default true check (single),
      snapshot text not null,
      applied_at timestamptz not null default now()
    )`;
  await sql`
    create table if not exists cg_migrations (
      name text primary key,
      hash text not null,
      done integer not null default 0,
      started_at timestamptz not null default now(),
      finished_at timestamptz
    )`;
}

/** Refuses a database that Strapi uses: its tables have the same names, and other columns. */
async function refuseStrapi(sql: Sql): Promise<void> {
  const [found] = await sql<{ strapi: boolean }[]>`
    select coalesce(to_regclass('strapi_database_schema'), to_regclass('strapi_core_store_settings')) is not null
      and to_regclass('cg_schema') is null as strapi`;
  if (found?.strapi !== true) return;
  throw new DatabaseProblem(
    'DATABASE_URL names a database of Strapi. Name an empty database, and copy the content into it with "content-gen import".',
  );
}

/** Reads the journal. A database without one stays unchanged. */
export async function readJournal(sql: Sql): Promise<MigrationJournal> {
  await refuseStrapi(sql);
  const has = await journalTables(sql);
  const [row] = has.schema ? await sql<{ snapshot: string }[]>`select snapshot from cg_schema` : [];
  const rows = has.migrations
    ? await sql<{ name: string; hash: string; done: number; finished_at: Date | null }[]>`
        select name, hash, done, finished_at from cg_migrations order by name`
    : [];
  const applied = rows.map(({ name, hash, done, finished_at }) => ({
    name,
    hash,
    done,
    ...(finished_at === null ? {} : { finishedAt: finished_at.toISOString() }),
  }));
  return { ...(row === undefined ? {} : { current: currentFrom(row.snapshot) }), applied };
}

async function journalTables(sql: Sql): Promise<{ readonly schema: boolean; readonly migrations: boolean }> {
  const [found] = await sql<{ schema: boolean; migrations: boolean }[]>`
    select to_regclass('cg_schema') is not null as schema, to_regclass('cg_migrations') is not null as migrations`;
  return found ?? { schema: false, migrations: false };
}

function currentFrom(text: string): Current {
  const written = fromText<{ readonly by: string }>(text);
  if (written !== undefined) return { state: stateFrom(written), by: written.by };
  throw new DatabaseProblem(
    'Another version of content-gen created this database. Start with --fresh to begin with an empty one.',
  );
}

export async function storeCurrent(sql: Sql, { state, by }: Current): Promise<void> {
  const snapshot = asText({ by }, flat(state));
  await sql`
    insert into cg_schema (snapshot) values (${snapshot})
    on conflict (single) do update set snapshot = excluded.snapshot, applied_at = now()`;
}

export async function recordApplied(sql: Sql, name: string, hash: string, finished: boolean): Promise<void> {
  await sql`
    insert into cg_migrations (name, hash, finished_at) values (${name}, ${hash}, ${finished ? sql`now()` : null})
    on conflict (name) do update set hash = excluded.hash, finished_at = excluded.finished_at`;
}

export async function recordDone(sql: Sql, name: string, done: number, finished: boolean): Promise<void> {
  await sql`
    update cg_migrations set done = ${done}, finished_at = ${finished ? sql`now()` : null} where name = ${name}`;
}
