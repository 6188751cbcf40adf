import { type DatabaseAddress, readAddress } from '@content-gen/runtime/address';

import { DatabaseProblem } from './problem.js';

/** What `DATABASE_URL` says, if it is set. */
export function envDatabaseAddress(): DatabaseAddress | undefined {
  const url = process.env['DATABASE_URL'];
  if (!url) return undefined;
  const address = readAddress(url);
  if ('problem' in address) throw new DatabaseProblem(`DATABASE_URL ${address.problem}.`);
  return address;
}

/** An address with its first host alone; undefined if it cannot be read. */
export function firstHostUrl(text: string): URL | undefined {
  const address = readAddress(text);
  return 'problem' in address ? undefined : new URL(address.url);
}

/** A database in one line, without its password: `magazine on db.example.org (DATABASE_URL)`. */
export function describeDatabase(url: string, source: string): string {
  const address = readAddress(url);
  const [text, socket] = 'problem' in address ? [url, undefined] : [address.url, address.socket];
  const { pathname, host } = new URL(text);
  return `${decodeURIComponent(pathname.slice(1)) || 'postgres'} on ${socket?.host ?? (host || 'this machine')} (${source})`;
}
