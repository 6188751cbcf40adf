import { readAddress } from '@content-gen/runtime/address';

import { codeOf, messageOf } from '../diagnostics/thrown.js';
import { DatabaseProblem } from './problem.js';

/** The connection was lost while a command used it. */
export class LostConnection extends DatabaseProblem {
  constructor(after = 'Run the command again.', options?: ErrorOptions) {
    super(`The connection to the database was lost. ${after}`, options);
  }
}

/** Codes of the system and of the driver without a connection. */
const UNREACHABLE = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|CONNECT_TIMEOUT)$/;

/** Codes of a connection that was there: those of the drivers, and of servers that end a session. */
const LOST = /^(CONNECTION_(CLOSED|ENDED|DESTROYED)|EPIPE|ECONNRESET|PROTOCOL_CONNECTION_LOST|57P0[125])$/;

/** Why a server refuses a command, by its code, and what to do about it. */
const REFUSALS: readonly (readonly [code: RegExp, advice: (setting: string) => string])[] = [
  [/^28|^ER_ACCESS_DENIED_ERROR$/, (setting) => `Correct the user and the password in ${setting}.`],
  [/^3D000$|^ER_BAD_DB_ERROR$/, (setting) => `Create it, or correct its name in ${setting}.`],
  [
    /^42501$|^ER_DBACCESS_DENIED_ERROR$/,
    (setting) => `Give the right to the user in ${setting}, or name another user.`,
  ],
  [/^25006$/, (setting) => `Name a server that takes writes in ${setting}.`],
  [/^53300$/, () => 'Run the command again when other programs have closed connections, or raise max_connections.'],
  [/^53/, () => 'Give the server of the database more room, and run the command again.'],
  [/^57P03$/, () => 'Run the command again when the server has started.'],
  [/^57P/, () => 'Run the command again when the server is up.'],
];

/** A database that a command uses: its address, and where the user wrote it. */
interface UsedDatabase {
  readonly url: string;
  readonly setting?: string;
}

/** The problem behind an error of the driver. Undefined for other errors, which may be bugs. */
export function databaseProblem(
  error: unknown,
  { url, setting = 'DATABASE_URL' }: UsedDatabase,
): DatabaseProblem | undefined {
  const code = codeOf(error) ?? '';
  const options = { cause: error };
  if (UNREACHABLE.test(code)) {
    return new DatabaseProblem(
      `No database answers at ${hostOf(url)} (${code}). Start it, or correct ${setting}.`,
      options,
    );
  }
  if (LOST.test(code)) return new LostConnection(undefined, options);
  const advice = REFUSALS.find(([codes]) => codes.test(code))?.[1];
  if (advice === undefined) return undefined;
  return new DatabaseProblem(
    `The database at ${hostOf(url)} refused the command: ${messageOf(error)}. ${advice(setting)}`,
    options,
  );
}

/** The host without the password. */
function hostOf(url: string): string {
  const address = readAddress(url);
  if (!('problem' in address)) return address.socket?.host ?? new URL(address.url).host;
  return URL.canParse(url) ? new URL(url).host : 'its address';
}
