import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import postgres from 'postgres';

/** Shell commands for a replayer that needs the same rows again and again. */
export interface States {
  /** Empties the database. */
  readonly reset: string;
  /** Takes `keep NAME` or `restore NAME`. */
  readonly command: string;
  close(): Promise<void>;
}

/** The commands only ring at a pipe and wait; this process answers, because a new one would take longer to connect. */
export function offerStates(folder: string, databaseUrl: string): States {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
  const [bell, done] = ['bell', 'done'].map((name) => join(folder, name)) as [string, string];
  execFileSync('mkfifo', [bell, done]);
  const answer = async () => {
    for (;;) {
      const [action = '', name = ''] = (await readFile(bell, 'utf8')).trim().split(' ');
      if (action === 'close') return;
      await sql.begin((transaction) => change(transaction, action, name));
      await writeFile(done, 'done\n');
    }
  };
  const answering = answer();
  return {
    reset: `echo empty > '${bell}' && cat '${done}'`,
    command: `sh -c 'echo "$0 $1" > "${bell}" && cat "${done}"'`,
    close: async () => {
      await writeFile(bell, 'close\n');
      await answering;
      await sql.end();
    },
  };
}

async function change(sql: postgres.TransactionSql, action: string, name: string): Promise<void> {
  const tables = await tablesOf(sql);
  if (action === 'keep') return keep(sql, tables, name);
  await empty(sql, tables);
  if (action === 'restore') await restore(sql, tables, name);
}

/** Deletes all rows, and starts sequences again. */
export async function emptyTables(database: postgres.Sql): Promise<void> {
  await database.begin(async (sql) => empty(sql, await tablesOf(sql)));
}

interface Table {
  readonly name: string;
  /** The columns that hold values of their own. */
  readonly columns: string;
}

/** The tables of counters come last, because triggers change them while others are filled. */
async function tablesOf(sql: postgres.TransactionSql): Promise<readonly Table[]> {
  return sql<Table[]>`
    select relname as name, string_agg(quote_ident(attname), ', ' order by attnum) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
    where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'cg_schema'
    group by relname order by relname like 'cg\\_%', relname`;
}

/** `truncate` would make new files for every table and index. */
async function empty(sql: postgres.TransactionSql, tables: readonly Table[]): Promise<void> {
  // Foreign keys need not be checked where everything goes, or comes from a copy.
  await sql`set local session_replication_role = replica`;
  await sql.unsafe(tables.map(({ name }) => `delete from public."${name}";`).join('\n')).simple();
  await sql`select setval(oid::regclass, 1, false) from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace`;
}

/** Copies all rows into a schema of its own. */
async function keep(sql: postgres.TransactionSql, tables: readonly Table[], state: string): Promise<void> {
  const copies = tables.map(({ name }) => `create table "kept_${state}"."${name}" as table public."${name}";`);
  await sql.unsafe([`create schema "kept_${state}";`, ...copies].join('\n')).simple();
  await sql.unsafe(`create table "kept_${state}"."sequences" as
    select sequencename as name, last_value as value from pg_sequences where schemaname = 'public' and last_value is not null`);
}

async function restore(sql: postgres.TransactionSql, tables: readonly Table[], state: string): Promise<void> {
  const fills = tables.map(
    ({ name, columns }) => `delete from public."${name}";
      insert into public."${name}" (${columns}) overriding system value select ${columns} from "kept_${state}"."${name}";`,
  );
  await sql.unsafe(fills.join('\n')).simple();
  await sql.unsafe(`select setval(format('public.%I', name)::regclass, value) from "kept_${state}"."sequences"`);
}
