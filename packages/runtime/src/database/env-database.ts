import { type Database, openDatabase } from './database.js';
import { ContentError } from '../errors/index.js';

const SHAPE = 'postgres://user:password@host:5432/name';

const later = new WeakSet<Database>();

/** The database that `DATABASE_URL` names. Where it names none yet, it is asked again when there is a statement to run. */
export function givenDatabase(): Database {
  if (addressProblem() === undefined) return open();
  let opened: Database | undefined;
  const now = () => (opened ??= open());
  const database: Database = {
    rows: async (text, values) => now().rows(text, values),
    raw: async (text, values) => now().raw(text, values),
    transaction: async (work) => now().transaction(work),
    close: async () => opened?.close(),
  };
  later.add(database);
  return database;
}

/** Whether a database is one that was not named when it was asked for. */
export function isLater(database: Database): boolean {
  return later.has(database);
}

/** What is wrong with `DATABASE_URL`. It may have a password in it, so it is not shown. */
export function addressProblem(): string | undefined {
  const url = process.env['DATABASE_URL'];
  if (!url) return `DATABASE_URL is not set. It names the database: ${SHAPE}`;
  if (URL.canParse(url) && /^postgres(ql)?:$/.test(new URL(url).protocol)) return undefined;
  return `DATABASE_URL is not the address of a PostgreSQL, which looks like ${SHAPE}`;
}

function open(): Database {
  const problem = addressProblem();
  if (problem !== undefined) throw new ContentError(503, 'ServiceUnavailableError', problem, null);
  return openDatabase({ url: process.env['DATABASE_URL']! });
}
