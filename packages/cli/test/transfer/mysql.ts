import { randomBytes } from 'node:crypto';

import { createConnection } from 'mysql2/promise';

import { unpacked } from './recorded.js';

/** A new database with the recorded tables, on a server of MySQL or MariaDB. Gives its address. */
export async function mysqlDump(server: string): Promise<string> {
  const address = new URL(server);
  const name = `content_gen_${randomBytes(6).toString('hex')}`;
  const connection = await createConnection({ uri: server, multipleStatements: true });
  await connection.query(`create database ${name} character set utf8mb4`);
  await connection.query(`use ${name}`);
  await connection.query(unpacked('mysql.sql.gz').toString());
  await connection.end();
  address.pathname = `/${name}`;
  return address.href;
}
