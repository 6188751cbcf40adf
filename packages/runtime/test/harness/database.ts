import { randomBytes } from 'node:crypto';

import postgres from 'postgres';
import { inject } from 'vitest';

import type { Database, DatabaseOptions } from '../../src/database/database.js';
import { CHANGES_PARTITIONED, changeFunctions } from '../../src/model/change-log.js';
import { fullTextFunctions } from '../../src/model/full-text.js';
import { linkFunctions } from '../../src/model/link-versions.js';
import { totalFunctions } from '../../src/model/total-counters.js';
import type { Fixture } from './fixture.js';
import { openPatient } from './patient-database.js';

export interface TestDatabase {
  readonly url: string;
  readonly database: Database;
  /** Runs one statement, for checks that look behind the API. */
  rows<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

export interface TestDatabaseOptions extends Omit<DatabaseOptions, 'url'> {
  /** Another PostgreSQL than the one of this run. */
  readonly server?: string;
}

type Tables = Pick<Fixture, 'name' | 'tables'>;

/** An empty database with the tables of a fixture; without tables where there is no fixture. */
export async function createTestDatabase(
  fixture?: Tables,
  { server, ...options }: TestDatabaseOptions = {},
): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const admin = connect(server ?? inject('postgres'));
  const url = databaseUrl(server ?? inject('postgres'), name);
  if (fixture === undefined || server !== undefined) {
    await admin.unsafe(`create database ${name}`);
    if (fixture !== undefined) await createTables(url, fixture);
  } else {
    await admin.unsafe(`create database ${name} template ${await templateOf(fixture, admin)}`);
  }

  const database = openPatient({ url, ...options });
  const direct = connect(url);
  return {
    url,
    database,
    rows: async (text, values = []) => [...(await direct.unsafe(text, values as never[]))] as never[],
    close: async () => {
      await Promise.all([database.close(), direct.end()]);
      await admin.unsafe(`drop database if exists ${name} with (force)`);
      await admin.end();
    },
  };
}

/**
 * The database that those of a fixture are copied from. The first test file that needs it makes it, because copying
 * tables costs a fraction of creating them.
 */
async function templateOf(fixture: Tables, admin: postgres.Sql): Promise<string> {
  const template = `template_${fixture.name}`;
  const find = () => admin`select 1 from pg_database where datname = ${template}`;
  if ((await find()).length > 0) return template;

  await admin`select pg_advisory_lock(hashtext(${template}))`;
  try {
    if ((await find()).length > 0) return template;
    const unfinished = `unfinished_${fixture.name}`;
    await admin.unsafe(`create database ${unfinished}`);
    await createTables(databaseUrl(inject('postgres'), unfinished), fixture);
    await admin.unsafe(`alter database ${unfinished} rename to ${template}`);
    return template;
  } finally {
    await admin`select pg_advisory_unlock(hashtext(${template}))`;
  }
}

async function createTables(url: string, { tables }: Tables): Promise<void> {
  const { generateDrizzleJson, generateMigration } = await import('drizzle-kit/api');
  const statements = await generateMigration(generateDrizzleJson({}), generateDrizzleJson(tables));
  const sql = connect(url);
  const functions = (texts: readonly string[]) => texts.map((text) => `${text};`);
  const logged = 'cgChanges' in tables ? changeFunctions : [];
  const made = functions([...totalFunctions, ...linkFunctions, ...logged]);
  await sql.unsafe([...functions(fullTextFunctions), ...statements.map(partitioned), ...made].join('\n')).simple();
  await sql`select cg_keep_total(c.oid) from pg_class c join pg_attribute a on a.attrelid = c.oid where c.relkind = 'r' and a.attname = 'cg_version'`;
  await sql`select cg_keep_links(c.oid) from pg_class c join pg_attribute a on a.attrelid = c.oid where c.relkind = 'r' and a.attname = 'source_id'`;
  await sql.end();
}

function partitioned(statement: string): string {
  if (!statement.startsWith('CREATE TABLE "cg_changes" ')) return statement;
  return statement.replace(/;\s*$/, ` ${CHANGES_PARTITIONED};`);
}

function connect(url: string): postgres.Sql {
  return postgres(url, { max: 1, onnotice: () => undefined });
}

function databaseUrl(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}
