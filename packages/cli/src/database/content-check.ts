import { withConnection } from './connection.js';

/** Whether the database contains documents or files. */
export function holdsContent(url: string): Promise<boolean> {
  return withConnection(url, { fetch_types: false }, async (sql) => {
    const [row] = await sql<{ held: boolean }[]>`
      select exists (select from cg_documents) or exists (select from cg_files) as held`;
    return row?.held === true;
  });
}
