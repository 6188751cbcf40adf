import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import postgres from 'postgres';

/** The shell command that empties a database, for a replayer that starts one before each seeding. */
export interface Reset {
  readonly command: string;
  close(): Promise<void>;
}

/** The command only rings at a pipe and waits; this process answers, because a new one would take longer to connect. */
export function offerReset(folder: string, databaseUrl: string): Reset {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
  const [bell, done] = ['bell', 'done'].map((name) => join(folder, name)) as [string, string];
  execFileSync('mkfifo', [bell, done]);
  let isOpen = true;
  const answer = async () => {
    while ((await readFile(bell)) && isOpen) {
      await emptyTables(sql);
      await writeFile(done, 'done\n');
    }
  };
  const answering = answer();
  return {
    command: `echo > '${bell}' && cat '${done}'`,
    close: async () => {
      isOpen = false;
      await writeFile(bell, '');
      await answering;
      await sql.end();
    },
  };
}

/** Deletes all rows and starts sequences again. `truncate` would make new files for every table and index. */
export async function emptyTables(sql: postgres.Sql): Promise<void> {
  const tables = await sql`select tablename from pg_tables where schemaname = 'public' and tablename <> 'cg_schema'`;
  const deletions = tables.map(({ tablename }) => `delete from "${tablename}";`).join('\n');
  await sql.begin(async (transaction) => {
    // Foreign keys need not be checked where everything goes.
    await transaction`set local session_replication_role = replica`;
    await transaction.unsafe(deletions).simple();
    await transaction`select setval(oid::regclass, 1, false) from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace`;
  });
}
