import { type Effect, type Statement, firstLine } from '../../../migrate/plan/statement.js';
import type { Change, ChangePlace, Severity } from '../../change.js';

const kinds: Readonly<Record<Effect, { readonly code: string; readonly severity: Severity }>> = {
  safe: { code: 'database-changes', severity: 'safe' },
  locks: { code: 'database-locks', severity: 'dangerous' },
  rewrites: { code: 'database-rewrites', severity: 'dangerous' },
  'loses data': { code: 'database-loses-data', severity: 'breaking' },
};

const advice: Readonly<Record<Effect, string | undefined>> = {
  safe: undefined,
  locks: 'apply the migration when few requests come, or accept that they wait for a moment',
  rewrites: 'try the migration on a copy of the database, to see how long requests wait',
  'loses data': 'export or copy what is needed first; "migrate apply" asks for --allow-data-loss',
};

/** A statement that the database needs, with its locks and its class. */
export function databaseStep({ sql, effect, reason }: Statement, table: string, place: ChangePlace): Change {
  const hint = advice[effect];
  return {
    ...kinds[effect],
    affects: 'database',
    subject: `database.${table}`,
    place,
    message: `${effect === 'safe' ? '' : `${effect}: `}${reason} (${firstLine(sql)})`,
    ...(hint === undefined ? {} : { advice: hint }),
  };
}
