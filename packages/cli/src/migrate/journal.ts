import type postgres from 'postgres';

import { DatabaseProblem } from '../database/problem.js';
import { asText, flat, fromText, stateFrom } from './state-text.js';
import type { State } from './state.js';

/** What a database knows about itself. */
export interface Journal {
  /** Absent from a database that we have not touched yet. */
  readonly current?: Current;
  readonly applied: readonly Applied[];
}

export interface Current {
  readonly state: State;
  /** The migration that led here, or `serve`. */
  readonly by: string;
}

export interface Applied {
  readonly name: string;
  readonly hash: string;
  /** How many of its statements that stand alone are done. */
  readonly done: number;
  /** Absent while some are left. */
  readonly finishedAt?: string;
}

/** The name under which serve changes databases. */
export const serve = 'serve';

type Sql = postgres.Sql | postgres.TransactionSql;

export async function createJournal(sql: Sql): Promise<void> {
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

/** Works on a database without a journal too, and leaves it so. */
export async function readJournal(sql: Sql): Promise<Journal> {
  const [has] = await sql<{ schema: boolean; migrations: boolean }[]>`
    select to_regclass('cg_schema') is not null as schema, to_regclass('cg_migrations') is not null as migrations`;
  const [row] = has?.schema ? await sql<{ snapshot: string }[]>`select snapshot from cg_schema` : [];
  const rows = has?.migrations
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

function currentFrom(text: string): Current {
  const written = fromText<{ readonly by: string }>(text);
  if (written !== undefined) return { state: stateFrom(written), by: written.by };
  throw new DatabaseProblem('Another version of content-gen has made this database; start anew with --fresh.');
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
