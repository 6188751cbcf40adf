import postgres from 'postgres';

import { DatabaseProblem } from './problem.js';

/** Refuses the database of a Strapi project, because its tables have the same names and other columns. */
export async function refuseStrapiDatabase(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined, connect_timeout: 10 });
  try {
    const [found] = await sql<{ known: boolean }[]>`
      select to_regclass('strapi_core_store_settings') is not null
        and to_regclass('cg_documents') is null as known`;
    if (!found?.known) return;
  } catch {
    // The command itself reports a database that does not answer.
    return;
  } finally {
    await sql.end();
  }
  throw new DatabaseProblem(
    'This is the database of a Strapi project. Set DATABASE_URL to a database of its own, and bring the content along with "content-gen import".',
  );
}

/** A database in one line, without its password: `magazine on db.example.org (DATABASE_URL)`. */
export function describeDatabase(url: string, source: string): string {
  const { pathname, host } = new URL(url);
  return `${decodeURIComponent(pathname.slice(1)) || 'postgres'} on ${host || 'this machine'} (${source})`;
}
