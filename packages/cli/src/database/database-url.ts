import { readAddress } from './address.js';
import { DatabaseProblem } from './problem.js';

/** The value of `DATABASE_URL`, if it is set. */
export function envDatabaseUrl(): string | undefined {
  const url = process.env['DATABASE_URL'];
  if (!url) return undefined;
  if (readAddress(url) !== undefined) return url;
  // The message does not show the value, because it may contain a password.
  throw new DatabaseProblem(
    'DATABASE_URL is not the address of a PostgreSQL database. Use an address such as postgres://user:password@host:5432/name, and write % in a password as %25.',
  );
}

/** Whether the code says that the database was reached but refuses: missing rights, limits, or a shutdown. */
export function isRefusal(code: string): boolean {
  return /^(28|3D|53|57P|42501$|25006$)/.test(code);
}

/** A database in one line, without its password: `magazine on db.example.org (DATABASE_URL)`. */
export function describeDatabase(url: string, source: string): string {
  const address = readAddress(url);
  const { pathname, host } = new URL(address?.url ?? url);
  return `${decodeURIComponent(pathname.slice(1)) || 'postgres'} on ${address?.host ?? (host || 'this machine')} (${source})`;
}
