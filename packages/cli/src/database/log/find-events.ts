import type { ChangeFilter, LoggedChange } from '@content-gen/runtime/events';

import { codeOf } from '../../diagnostics/thrown.js';
import { connect } from '../address.js';
import { DatabaseProblem } from '../problem.js';

const UNDEFINED_TABLE = '42P01';

/** The last changes in the log of a database. */
export async function findEvents(url: string, filter: ChangeFilter): Promise<readonly LoggedChange[]> {
  const { listChanges } = await import('@content-gen/runtime/events');
  const sql = connect(url, { max: 1, fetch_types: false, onnotice: () => undefined });
  try {
    return await listChanges((text, values) => sql.unsafe(text, [...values]), filter);
  } catch (error) {
    if (codeOf(error) !== UNDEFINED_TABLE) throw error;
    throw new DatabaseProblem(
      'The database has no log of changes. Add `events: true` to the config, and run "content-gen migrate create" and "content-gen migrate apply", or "content-gen serve".',
    );
  } finally {
    await sql.end({ timeout: 1 });
  }
}
