import type postgres from 'postgres';

import { DUPLICATE_STATEMENT, STALE_STATEMENT, codeOf } from './codes.js';

const CONNECTION_DESTROYED = 'CONNECTION_DESTROYED';

/** The client of the driver that sent a statement. */
const SENDER = Symbol('sender');

/**
 * Keeps the driver from preparing a stale statement again: one that the server does not accept any more, because the
 * tables have changed, or because a pooler has forgotten it. It would send it behind the statements that are on their way,
 * and then take the answers of one statement for those of another: some statements never end, and others get no rows
 * (postgres 3.4.9). Its mark of a second attempt is a property of the statement, which ends the connection here.
 */
export function refuseStale<Statement extends object>(statement: Statement, sql: postgres.Sql): Statement {
  guardStatements(Object.getPrototypeOf(statement));
  Reflect.set(statement, SENDER, sql);
  return statement;
}

/** Guards the class of statements once, because a property with its own functions would slow down every statement. */
function guardStatements(prototype: object): void {
  if (Object.hasOwn(prototype, 'retried')) return;
  Object.defineProperty(prototype, 'retried', {
    get: () => undefined,
    set(this: object, cause: unknown) {
      const sql: postgres.Sql | undefined = Reflect.get(this, SENDER);
      if (sql === undefined) {
        // A statement of the project's own code: as the driver has it.
        Object.defineProperty(this, 'retried', { value: cause, writable: true });
        return;
      }
      void sql.end({ timeout: 0 }).catch(() => undefined);
      throw Object.assign(new Error('A prepared statement is stale', { cause }), { code: STALE_STATEMENT });
    },
  });
}

/**
 * Whether a statement may be sent again because one was stale. That one was not run. Those behind it may have been, so only
 * reads are sent again.
 */
export function isOutdated({ isRead }: { readonly isRead: boolean }, error: unknown): boolean {
  const code = codeOf(error);
  return code === STALE_STATEMENT || code === DUPLICATE_STATEMENT || (isRead && code === CONNECTION_DESTROYED);
}
