import postgres from 'postgres';

/** Whether there are documents or files in a database. */
export async function holdsContent(url: string): Promise<boolean> {
  const sql = postgres(url, { max: 1, fetch_types: false, onnotice: () => undefined });
  try {
    const [row] = await sql<{ held: boolean }[]>`
      select exists (select from cg_documents) or exists (select from cg_files) as held`;
    return row?.held === true;
  } finally {
    await sql.end({ timeout: 1 });
  }
}
