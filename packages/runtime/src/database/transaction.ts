import type { Connection } from './connection.js';
import { codeOf, connectionLost, isConnectionFailure } from './failures.js';
import type { Task } from './pool/task.js';
import { StatementQueue, refuseEnded } from './statement-queue.js';

interface TransactionParts {
  readonly connection: Connection;
  readonly task: Task;
  /** How long the server may take to begin and to end the transaction. */
  readonly timeoutMs: number;
  /**
   * Whether the first statement only reads or locks. BEGIN and such a statement are sent together, which saves a round
   * trip: the statement does no harm if it runs although BEGIN failed.
   */
  readonly readsFirst: boolean;
}

/**
 * Commits when `work` resolves, rolls back when it throws, or when the client has gone before the commit begins. After
 * the connection is lost nothing is sent any more, not even ROLLBACK, because the server has already rolled back.
 * Writes never wait inside the driver, because the driver would send them over its next connection, outside of the
 * transaction.
 */
export async function runTransaction<T>(
  { connection, task, timeoutMs, readsFirst }: TransactionParts,
  work: (queue: StatementQueue) => Promise<T>,
): Promise<T> {
  // A connection that is still opening takes longer than a statement may take.
  const isTogether = readsFirst && connection.hasAnswered;
  const begun = begin(connection, timeoutMs);
  if (isTogether) begun.catch(() => undefined);
  else await begun;
  const queue = new StatementQueue({ connection, task, begun, isTogether });
  const end = async (statement: 'commit' | 'rollback') => {
    await queue.close();
    if (connection.isUnusable) throw connectionLost();
    return connection.within(connection.sql.unsafe(statement), timeoutMs);
  };

  let result: T;
  try {
    result = await work(queue);
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

async function begin(connection: Connection, timeoutMs: number): Promise<void> {
  const wasOpen = connection.hasAnswered;
  await connection.within(connection.sql.unsafe('begin'), timeoutMs).catch((error: unknown) => {
    throw wasOpen && connection.state === 'lost' ? new LostBeforeCommit(error) : error;
  });
  connection.noteAnswer();
}

/** A transaction whose connection was lost before its commit was sent, so it had no effect. */
export class LostBeforeCommit extends Error {
  readonly code: string;

  constructor(cause: unknown) {
    super('The connection to the database was lost', { cause });
    this.code = codeOf(cause);
  }
}
