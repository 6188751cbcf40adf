import type { DatabaseAddress, Host } from '@content-gen/runtime/address';
import postgres from 'postgres';

import { messageOf } from '../diagnostics/thrown.js';
import { DatabaseProblem } from './problem.js';

/**
 * The URL of the server that takes writes. A single host is not asked, because the statements of the command fail on a
 * host that takes no writes.
 */
export async function primaryUrl({ url, hosts, socket }: DatabaseAddress): Promise<string> {
  if (socket !== undefined) return socketUrl(url, socket);
  if (hosts.length === 0) return url;
  const answers: string[] = [];
  for (const { host, port } of hosts) {
    const one = new URL(url);
    one.host = `${host.includes(':') ? `[${host}]` : host}:${port}`;
    const answer = await roleOf(one.href);
    if (answer === 'primary') return one.href;
    answers.push(`${one.host}: ${answer}`);
  }
  throw new DatabaseProblem(`No host of DATABASE_URL takes writes:\n${answers.map((line) => `  ${line}`).join('\n')}`);
}

function socketUrl(url: string, { host, port }: Host): string {
  const one = new URL(url);
  one.searchParams.set('host', host);
  one.searchParams.set('port', String(port));
  return one.href;
}

/** `primary`, `standby`, or the reason why the server does not answer. */
async function roleOf(url: string): Promise<string> {
  const sql = postgres(url, { max: 1, fetch_types: false, connect_timeout: 5, onnotice: () => undefined });
  try {
    const [row] = await sql<{ standby: boolean }[]>`select pg_is_in_recovery() as standby`;
    return row?.standby === false ? 'primary' : 'standby';
  } catch (error) {
    return messageOf(error);
  } finally {
    await sql.end({ timeout: 1 });
  }
}
