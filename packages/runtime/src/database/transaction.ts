import { type Lane, isGone, within } from './connection.js';

/** Runs a statement in its turn: when those before it in the transaction have been answered. */
export type Turn = <T>(run: () => Promise<T>) => Promise<T>;

/**
 * Commits when `work` resolves, rolls back when it throws. From the loss of the connection on nothing is sent any more,
 * not even what would end the transaction: the server has done that. Statements never wait in the driver, which would
 * send them over the next connection, outside of any transaction.
 */
export async function onLane<T>(lane: Lane, patience: number, work: (turn: Turn) => Promise<T>): Promise<T> {
  await within(lane, lane.sql.unsafe('begin'), patience);
  let isOpen = true;
  let last: Promise<unknown> = Promise.resolve();
  const turn: Turn = (run) => {
    const mine = last.then(() => {
      if (!isOpen) throw new Error('The transaction has ended');
      if (isGone(lane)) throw lost();
      return run();
    });
    last = mine.catch(() => undefined);
    return mine;
  };
  const end = async (statement: 'commit' | 'rollback') => {
    isOpen = false;
    await last;
    if (isGone(lane)) throw lost();
    return within(lane, lane.sql.unsafe(statement), patience);
  };

  let result: T;
  try {
    result = await work(turn);
  } catch (error) {
    await end('rollback').catch(() => undefined);
    throw error;
  }
  const { command } = await end('commit');
  // So the server answers where a statement has failed, although somebody caught its error.
  if (command === 'ROLLBACK')
    throw new Error('Nothing was written: a statement failed, and its error was not passed on');
  return result;
}

function lost(): Error {
  return Object.assign(new Error('The connection to the database was lost'), { code: 'CONNECTION_CLOSED' });
}
