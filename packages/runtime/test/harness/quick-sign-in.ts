import postgres from 'postgres';

/** The first version with the setting. */
const POSTGRES_16 = 160_000;

/**
 * Lets clients hash the password once when they connect. They hash it 4,096 times otherwise, and the tests connect
 * thousands of times.
 */
export async function allowQuickSignIn(url: string): Promise<void> {
  const sql = postgres(url, { max: 1 });
  try {
    const [version] = await sql`select current_setting('server_version_num')::int as number`;
    if (version?.['number'] < POSTGRES_16) return;
    await sql`set scram_iterations = 1`;
    await sql.unsafe(`alter role current_user password '${decodeURIComponent(new URL(url).password)}'`);
  } finally {
    await sql.end();
  }
}
