import { loadDriver } from './driver.js';
import type { Engine, Row } from './engine.js';

/** MySQL 8 and MariaDB. */
export async function openMysql(url: string, root: string): Promise<Engine> {
  const driver = await loadDriver('mysql2', root, 'MySQL', () => import('mysql2/promise'));
  const connection = await driver.default.createConnection({
    uri: url,
    charset: 'utf8mb4',
    supportBigNumbers: true,
    bigNumberStrings: true,
    dateStrings: true,
  });
  const rows = async (statement: string): Promise<readonly Row[]> => {
    // The selected expressions are text, so the driver returns rows of text.
    const [found] = await connection.query(statement);
    return found as readonly Row[];
  };
  await connection.query(`set session time_zone = '+00:00'`);
  await connection.query('set session transaction isolation level repeatable read');
  await connection.query('start transaction with consistent snapshot, read only');
  return {
    name: 'MySQL',
    quoted: (identifier) => `\`${identifier.replaceAll('`', '``')}\``,
    text: (column) => `cast(${column} as char)`,
    tables: async () => {
      const found = new Map<string, string[]>();
      const columns = await rows(
        `select table_name as ${'`table`'}, column_name as ${'`column`'} from information_schema.columns
         where table_schema = database() order by table_name, ordinal_position`,
      );
      for (const { table, column } of columns) {
        if (table === null || table === undefined || column === null || column === undefined) continue;
        found.set(table, [...(found.get(table) ?? []), column]);
      }
      return found;
    },
    rows,
    close: () => connection.end(),
  };
}
