import { randomBytes } from 'node:crypto';

import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import postgres from 'postgres';
import { inject } from 'vitest';

import { type Database, type DatabaseOptions, openDatabase } from '../../src/database/database.js';

export interface TestDatabase {
  readonly url: string;
  readonly database: Database;
  /** Runs one statement, for checks that look behind the API. */
  rows<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

/** An empty database with the tables of a schema (`import * as schema`), on the server of this run. */
export async function createTestDatabase(
  schema: Record<string, unknown>,
  options: Omit<DatabaseOptions, 'url'> & { readonly server?: string } = {},
): Promise<TestDatabase> {
  const { server = inject('postgres'), ...databaseOptions } = options;
  const name = `test_${randomBytes(6).toString('hex')}`;
  await once(server, `create database ${name}`);

  const url = new URL(server);
  url.pathname = `/${name}`;
  const statements = await generateMigration(generateDrizzleJson({}), generateDrizzleJson(schema));
  await once(url.href, statements.join('\n'));

  const database = openDatabase({ url: url.href, ...databaseOptions });
  const direct = postgres(url.href, { max: 1, onnotice: () => undefined });
  return {
    url: url.href,
    database,
    rows: async (text, values = []) => [...(await direct.unsafe(text, values as never[]))] as never[],
    close: async () => {
      await Promise.all([database.close(), direct.end()]);
      await once(server, `drop database if exists ${name} with (force)`);
    },
  };
}

async function once(url: string, text: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    await sql.unsafe(text).simple();
  } finally {
    await sql.end();
  }
}
