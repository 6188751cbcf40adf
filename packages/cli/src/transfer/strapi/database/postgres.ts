import { connect } from '../../../database/address.js';

import type { Engine, Row } from './engine.js';

/** The tables of the schema that the address chooses (`?search_path=cms`), or of `public`. */
export async function openPostgres(url: string): Promise<Engine> {
  const sql = connect(url, {
    max: 1,
    max_lifetime: null,
    onnotice: () => undefined,
    connection: { application_name: 'content-gen import', DateStyle: 'ISO', TimeZone: 'UTC', statement_timeout: 0 },
  });
  try {
    await sql.unsafe('begin isolation level repeatable read, read only');
  } catch (error) {
    await sql.end({ timeout: 1 });
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
    rows: async (statement) => [...(await sql.unsafe<Row[]>(statement))],
    close: () => sql.end({ timeout: 1 }),
  };
}
