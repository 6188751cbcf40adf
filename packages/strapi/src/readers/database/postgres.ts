import { LostConnection, openConnection } from 'content-gen/tools';

import type { Engine, Row } from './engine.js';

/** The tables of the schema that the address chooses (`?search_path=cms`), or of `public`. */
export async function openPostgres(url: string): Promise<Engine> {
  const { sql, isLost, end } = await openConnection(url, { connection: { application_name: 'content-gen import' } });
  try {
    await sql.unsafe('begin isolation level repeatable read, read only');
    // The settings are not made at the start of the session, because a pooler refuses settings there, or gives these
    // settings to other clients.
    await sql.unsafe("set local DateStyle = 'ISO'; set local TimeZone = 'UTC'; set local statement_timeout = 0");
  } catch (error) {
    await end();
    throw error;
  }
  const quoted = (identifier: string) => `"${identifier.replaceAll('"', '""')}"`;
  return {
    name: 'PostgreSQL',
    quoted,
    text: (column) => `${column}::text`,
    tables: async () => {
      const rows = await sql<{ table: string; columns: string[] }[]>`
        select table_name as table, array_agg(column_name::text order by ordinal_position) as columns
        from information_schema.columns where table_schema = current_schema() group by 1`;
      return new Map(rows.map(({ table, columns }) => [table, columns]));
    },
    rows: async (statement) => {
      try {
        return [...(await sql.unsafe<Row[]>(statement))];
      } catch (error) {
        throw isLost() ? new LostConnection(undefined, { cause: error }) : error;
      }
    },
    close: end,
  };
}
