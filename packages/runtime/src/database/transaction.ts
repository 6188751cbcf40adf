import type { Connection } from './connection.js';
import { COMMIT, type CommitWork } from './commit-work.js';
import { codeOf, connectionLost, isConnectionFailure } from './failures.js';
import { type StatementObserver, observed } from './observe.js';
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
  readonly observe?: StatementObserver | undefined;
  readonly commitWork?: CommitWork;
}

/**
 * Commits when `work` resolves, rolls back when it throws, or when the client has gone before the commit begins. After
 * the connection is lost nothing is sent any more, not even ROLLBACK, because the server has already rolled back.
 * Writes never wait inside the driver, because the driver would send them over its next connection, outside of the
 * transaction.
 */
export async function runTransaction<T>(
  { connection, task, timeoutMs, readsFirst, observe, commitWork }: TransactionParts,
  work: (queue: StatementQueue) => Promise<T>,
): Promise<T> {
  // A connection that is still opening takes longer than a statement may take.
  const isTogether = readsFirst && connection.hasAnswered;
  const begun = begin(connection, timeoutMs);
  if (isTogether) begun.catch(() => undefined);
  else await begun;
  const queue = new StatementQueue({ connection, task, begun, isTogether });
  const end = async (text: string) => {
    await queue.close();
    if (connection.isUnusable) throw connectionLost();
    return connection.within(connection.sql.unsafe(text), timeoutMs);
  };

  let result: T;
  try {
    result = await work(queue);
    refuseEnded(task);
  } catch (error) {
    await end('rollback').catch(() => undefined);
    throw connection.state === 'lost' && isConnectionFailure(error) ? new LostBeforeCommit(error) : error;
  }
  const command = await commit(commitWork?.text ?? COMMIT, { end, observe });
  // Postgres answers COMMIT with ROLLBACK when a statement failed, also when `work` caught its error.
  if (command === 'ROLLBACK')
    throw new Error('Nothing was written: a statement failed, and its error was not passed on');
  return result;
}

interface Ending extends Pick<TransactionParts, 'observe'> {
  readonly end: (text: string) => Promise<object>;
}

/** Ends a transaction, and returns the command that the server says it has run. */
async function commit(text: string, { end, observe }: Ending): Promise<string | undefined> {
  if (text === COMMIT) return commandOf(await end(text));
  try {
    // Observers get no values, and the same text each time.
    const shown = text.replaceAll(/'[^']*'/g, "'…'");
    // One message: the server stops at the first statement that fails, and then does not commit.
    return commandOf(await observed(observe, shown, () => end(text)));
  } catch (error) {
    await end('rollback').catch(() => undefined);
    throw error;
  }
}

/** The command of a result, or of the last one of several. */
function commandOf(result: object | undefined): string | undefined {
  if (result === undefined) return undefined;
  if ('command' in result && typeof result.command === 'string') return result.command;
  return Array.isArray(result) ? commandOf(result.at(-1)) : undefined;
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
