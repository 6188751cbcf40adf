import { randomBytes } from 'node:crypto';

import postgres from 'postgres';
import { inject } from 'vitest';

/** The PostgreSQL of this run, with as many databases as tests ask for. */
export async function startServer() {
  const url = inject('postgres');
  const admin = postgres(url, { max: 1 });
  const open: postgres.Sql[] = [];
  return {
    /** An empty database or a copy of another one, and a connection to look behind the API. */
    database: async (copied?: { readonly url: string }) => {
      const name = `db_${randomBytes(6).toString('hex')}`;
      const template = copied === undefined ? '' : ` template ${new URL(copied.url).pathname.slice(1)}`;
      await admin.unsafe(`create database ${name}${template}`);
      const address = url.replace(/\/postgres$/, `/${name}`);
      const sql = postgres(address, { max: 2, onnotice: () => undefined });
      open.push(sql);
      return { url: address, sql };
    },
    stop: async () => {
      await Promise.all([admin, ...open].map((sql) => sql.end({ timeout: 1 })));
    },
  };
}

export type TestServer = Awaited<ReturnType<typeof startServer>>;

/** Tables, columns, keys and sequences, however they came about. */
export async function catalog(sql: postgres.Sql) {
  const columns = await sql`
    select table_name, column_name, data_type, is_nullable, column_default from information_schema.columns
    where table_schema = 'public' and table_name <> 'theirs' order by 1, 2`;
  const indexes = await sql`
    select indexname, indexdef from pg_indexes where schemaname = 'public' and tablename <> 'theirs' order by 1`;
  const constraints = await sql`
    select conrelid::regclass::text as on, conname, pg_get_constraintdef(oid) as says, convalidated from pg_constraint
    where connamespace = 'public'::regnamespace and contype <> 'n' and conrelid::regclass::text <> 'theirs' order by 1, 2`;
  const sequences = await sql`
    select sequencename from pg_sequences where schemaname = 'public' order by 1`;
  return { columns: [...columns], indexes: [...indexes], constraints: [...constraints], sequences: [...sequences] };
}
