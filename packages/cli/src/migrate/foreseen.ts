import { inReadOnly } from '../database/read-only.js';
import { codeOf } from '../diagnostics/thrown.js';
import type { Statement } from './plan/statement.js';
import { isCheck, isRepeatedCheck } from './plan/values/row-checks.js';

/** What a check of a migration says about the rows of a database. */
export interface Foreseen {
  readonly message: string;
  /** Whether the migration would fail because of these rows. */
  readonly refused: boolean;
}

/** PostgreSQL's codes of a check that fails, and of values that repeat. */
const VIOLATIONS = ['23514', '23505'];

/** Runs the checks among planned statements on the rows as they are now. Changes nothing. */
export async function foreseeChecks(url: string, statements: readonly Statement[]): Promise<readonly Foreseen[]> {
  const found: Foreseen[] = [];
  const onnotice = ({ severity, message = '' }: { readonly severity?: string; readonly message?: string }) => {
    if (severity === 'WARNING') found.push({ message, refused: false });
  };
  await inReadOnly(url, { fetch_types: false, connect_timeout: 15, onnotice }, async (tx) => {
    await tx`set local statement_timeout = 0`;
    for (const { sql } of checksOf(statements)) {
      try {
        await tx.savepoint((inner) => inner.unsafe(sql));
      } catch (error) {
        // Other errors say that the rows get their table, column or type from an earlier statement.
        if (!VIOLATIONS.includes(codeOf(error) ?? '') || !(error instanceof Error)) continue;
        found.push({ message: error.message, refused: true });
      }
    }
  });
  return found;
}

/**
 * The checks that can be made now. A value may repeat only until an earlier statement changes or removes rows, such as
 * drafts, so a check for values that repeat says nothing before that statement has run.
 */
function checksOf(statements: readonly Statement[]): readonly Statement[] {
  const changes = statements.findIndex(({ effect }) => effect === 'rewrites' || effect === 'loses data');
  const isForeseen = (each: Statement, index: number) => changes < 0 || index < changes || !isRepeatedCheck(each);
  return statements.filter((each, index) => isCheck(each) && isForeseen(each, index));
}
