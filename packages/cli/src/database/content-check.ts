import { connect } from './address.js';

/** Whether the database contains documents or files. */
export async function holdsContent(url: string): Promise<boolean> {
  const sql = connect(url, { max: 1, fetch_types: false, onnotice: () => undefined });
  try {
    const [row] = await sql<{ held: boolean }[]>`
      select exists (select from cg_documents) or exists (select from cg_files) as held`;
    return row?.held === true;
  } finally {
    await sql.end({ timeout: 1 });
  }
}
