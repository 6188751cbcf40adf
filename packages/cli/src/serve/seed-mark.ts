import type postgres from 'postgres';

import { withConnection } from '../database/connection.js';

/**
 * A table that exists while a seed is sent to a database of the user. The table survives a killed process, and tells
 * every machine that the content is only a part. No migration manages it.
 */
const within = <T>(url: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> =>
  withConnection(url, { fetch_types: false, onnotice: () => undefined }, work);

export async function markSeeding(url: string): Promise<void> {
  await within(url, (sql) => sql`create table if not exists cg_seeding ()`);
}

export async function endSeeding(url: string): Promise<void> {
  await within(url, (sql) => sql`drop table if exists cg_seeding`);
}

export function isMarkedSeeding(url: string): Promise<boolean> {
  return within(url, async (sql) => {
    const [row] = await sql<{ marked: boolean }[]>`select to_regclass('cg_seeding') is not null as marked`;
    return row?.marked === true;
  });
}
