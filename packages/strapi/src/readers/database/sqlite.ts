import { TransferProblem } from 'content-gen/tools';

import { loadDriver } from './driver.js';
import type { Engine, Row } from './engine.js';

/** Reads from the disk, and holds a few pages in memory. The package has no native code, so it installs everywhere. */
export async function openSqlite(path: string, root: string): Promise<Engine> {
  const driver = await loadDriver('node-sqlite3-wasm', root, 'SQLite', () => import('node-sqlite3-wasm'));
  const database = new driver.default.Database(path, { readOnly: true, fileMustExist: true });
  try {
    database.exec('begin');
  } catch (error) {
    database.close();
    const reason = error instanceof Error ? error.message : String(error);
    throw new TransferProblem(`${path} cannot be read: ${reason}. Stop Strapi, or import a copy of the file.`);
  }
  const quoted = (identifier: string) => `"${identifier.replaceAll('"', '""')}"`;
  const all = (statement: string): readonly Row[] => database.all(statement).map(asText);
  return {
    name: 'SQLite',
    quoted,
    // SQLite prints 15 digits of a floating-point number; JavaScript prints all digits. Only integers may exceed the
    // numbers of JavaScript.
    text: (column) => `case typeof(${column}) when 'integer' then cast(${column} as text) else ${column} end`,
    tables: async () => {
      const names = all(`select name from sqlite_master where type = 'table'`).map(({ name }) => name ?? '');
      return new Map(
        names.map((name) => [name, all(`pragma table_info(${quoted(name)})`).map((column) => column['name'] ?? '')]),
      );
    },
    rows: async (statement) => all(statement),
    close: async () => database.close(),
  };
}

function asText(row: Readonly<Record<string, unknown>>): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value === null || value === undefined ? null : String(value)]),
  );
}
