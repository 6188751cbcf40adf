import type postgres from 'postgres';

/** Whether a database can have trigram indexes. Without the extension, they are left out. */
export async function hasTrigramExtension(sql: postgres.Sql | postgres.TransactionSql): Promise<boolean> {
  const found = await sql`select 1 from pg_extension where extname = 'pg_trgm'`;
  return found.length > 0;
}
