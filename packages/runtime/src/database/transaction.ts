import { clientGone, tookTooLong } from './cancel.js';
import { codeOf, isConnectionFailure } from './codes.js';
import { type Connection, isUnusable, within } from './connection.js';
import { type Task, restart, spend } from './pool/task.js';

/** Runs a statement after all earlier statements of the transaction have been answered. */
export type InTurn = <T>(run: () => Promise<T>) => Promise<T>;

export interface TransactionOptions {
  readonly connection: Connection;
  readonly task: Task;
  /** How long the server may take to begin and to end it. */
  readonly timeoutMs: number;
  /** How long each of its statements may take, where the client has no limit of its own. */
  readonly limitMs: number;
}

/**
 * Commits when `work` resolves, rolls back when it throws, or when its client has gone before the commit begins. After the
 * connection is lost nothing is sent any more, not even ROLLBACK, because the server has already rolled back. Statements
 * never wait inside the driver: it would send them over its next connection, outside of the transaction.
 */
export async function runTransaction<T>(
  { connection, task, timeoutMs, limitMs }: TransactionOptions,
  work: (inTurn: InTurn) => Promise<T>,
): Promise<T> {
  const wasOpen = connection.hasAnswered;
  await within(connection, connection.sql.unsafe('begin'), timeoutMs).catch((error: unknown) => {
    throw wasOpen && connection.state === 'lost' ? new LostBeforeCommit(error) : error;
  });
  connection.hasAnswered = true;
  let isOpen = true;
  let last: Promise<unknown> = Promise.resolve();
  const inTurn: InTurn = (run) => {
    const mine = last.then(() => {
      if (!isOpen) throw new Error('The transaction has ended');
      if (isUnusable(connection)) throw connectionLost();
      refuseEnded(task);
      restart(task, limitMs);
      return run().finally(() => spend(task));
    });
    last = mine.catch(() => undefined);
    return mine;
  };
  const end = async (statement: 'commit' | 'rollback') => {
    isOpen = false;
    await last;
    if (isUnusable(connection)) throw connectionLost();
    return within(connection, connection.sql.unsafe(statement), timeoutMs);
  };

  let result: T;
  try {
    result = await work(inTurn);
    refuseEnded(task);
  } catch (error) {
    await end('rollback').catch(() => undefined);
    throw connection.state === 'lost' && isConnectionFailure(error) ? new LostBeforeCommit(error) : error;
  }
  const { command } = await end('commit');
  // Postgres answers COMMIT with ROLLBACK when a statement failed, also when `work` caught its error.
  if (command === 'ROLLBACK')
    throw new Error('Nothing was written: a statement failed, and its error was not passed on');
  return result;
}

/** Throws if the client has gone or has no time left, or if an order to cancel could reach the next statement. */
function refuseEnded({ client, cancelled, leftMs }: Task): void {
  if (cancelled !== undefined) throw cancelled.reason;
  if (leftMs !== undefined && leftMs <= 0) throw tookTooLong();
  if (client?.isGone() === true) throw clientGone();
}

/** A transaction whose connection was lost before its commit was sent, so it had no effect. */
export class LostBeforeCommit extends Error {
  readonly code: string;

  constructor(cause: unknown) {
    super('The connection to the database was lost', { cause });
    this.code = codeOf(cause);
  }
}

function connectionLost(): Error {
  return Object.assign(new Error('The connection to the database was lost'), { code: 'CONNECTION_CLOSED' });
}
