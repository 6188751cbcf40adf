import { connect, createTables, startPostgres } from './database.mjs';
import { seed } from './seed.mjs';

/** A PostgreSQL with the tables and the content of the benches. */
export async function startSeeded() {
  const postgres = await startPostgres();
  const sql = connect(postgres.url);
  await createTables(sql, await import('../dist/content/schema.js'));
  await seed(sql);
  await sql.end();
  return postgres;
}
