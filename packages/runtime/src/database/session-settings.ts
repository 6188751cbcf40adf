import { writeLog } from '../errors/index.js';
import { codeOf } from './failures.js';
import type { Database } from './database.js';
import { HEALTH_CHECK } from './client.js';
import { identifier } from './statement.js';

/** The default values of a server, and the values to set for the role instead. */
const DEFAULTS = [
  { name: 'statement_timeout', unset: '0', wanted: `'10s'` },
  { name: 'jit', unset: 'on', wanted: 'off' },
  { name: 'random_page_cost', unset: '4', wanted: '1.1' },
] as const;

const NAMES = DEFAULTS.map(({ name }) => name);

interface Found {
  readonly role: string;
  readonly name: string;
  readonly setting: string;
}

/** Logs missing settings at the start, because a server without them works until its first slow statement. */
export async function warnOfMissingSettings(database: Database): Promise<void> {
  const message = await missingSettings(database);
  if (message !== undefined) writeLog({ level: 'warn', message });
}

/** Says how to set what a pooler has dropped, as commands to paste; `undefined` if nothing is missing. */
export async function missingSettings(database: Database): Promise<string | undefined> {
  try {
    const found = await database.rows<Found>(
      'select current_user::text as role, name, setting from pg_settings where name = any($1::text[])',
      [NAMES],
      HEALTH_CHECK,
    );
    const missing = DEFAULTS.filter(({ name, unset }) =>
      found.some((one) => one.name === name && one.setting === unset),
    );
    if (missing.length === 0) return undefined;
    const role = identifier(found[0]?.role ?? '');
    const commands = missing.map(({ name, wanted }) => `ALTER ROLE ${role} SET ${name} = ${wanted};`);
    return `The database ignores ${listed(missing.map(({ name }) => name))}, because a pooler drops the settings of its clients. Set them for the role, and let the pooler connect again: ${commands.join(' ')}`;
  } catch (error) {
    const isRefused = error instanceof Error && error.message.includes('unsupported startup parameter');
    if (!isRefused && codeOf(error) !== '08P01') return undefined;
    return `The pooler refuses the settings of this server. Add to pgbouncer.ini: ignore_startup_parameters = ${NAMES.join(',')}`;
  }
}

function listed(names: readonly string[]): string {
  return names.length === 1 ? String(names[0]) : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
