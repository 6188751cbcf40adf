import { clientGone, tookTooLong } from './cancel.js';
import { type Connection, isUnusable } from './connection.js';
import { type Task, restart, spend } from './pool/task.js';

/** Sends a statement of a transaction. `run` gets a `whenBegun` if its statement is sent behind another one. */
export type Send = <T>(run: (whenBegun?: WhenBegun) => Promise<T>) => Promise<T>;

/** Calls a function when the server begins with a statement. */
export type WhenBegun = (begin: () => void) => void;

/** When the statements of a transaction are sent. */
export interface Turns {
  /** After all earlier statements have been answered. */
  readonly inTurn: Send;
  /** At once if one statement is under way, which saves a round trip. It must only read, and fails if that one fails. */
  readonly behind: Send;
  /** Takes no more statements, and waits for the answers to those that were sent. */
  close(): Promise<unknown>;
}

export interface TurnOptions {
  readonly connection: Connection;
  readonly task: Task;
  /** The answer to BEGIN. */
  readonly begun: Promise<void>;
  /** Whether the first statement is sent before that answer. */
  readonly isTogether: boolean;
}

export function createTurns({ connection, task, begun, isTogether }: TurnOptions): Turns {
  let isOpen = true;
  let last: Promise<unknown> | undefined = isTogether ? undefined : begun;
  const refuseClosed = () => {
    if (!isOpen) throw new Error('The transaction has ended');
    if (isUnusable(connection)) throw connectionLost();
    refuseEnded(task);
  };
  const send = <R>(run: () => Promise<R>): Promise<R> => {
    refuseClosed();
    restart(task);
    return run().finally(() => spend(task));
  };
  const sendFirst = async <R>(run: () => Promise<R>): Promise<R> => {
    const [answer] = await Promise.all([send(run), begun]);
    return answer;
  };
  const inTurn: Send = (run) => {
    const mine = last === undefined ? sendFirst(run) : last.then(() => send(run));
    last = mine.catch(() => undefined);
    return mine;
  };
  const behind: Send = async (run) => {
    const front = last;
    if (front === undefined || task.sent === undefined || task.next !== undefined) return inTurn(run);
    refuseClosed();
    const mine = run((begin) => (task.nextBegins = begin)).finally(() => spend(task));
    last = Promise.all([front, mine.catch(() => undefined)]);
    return mine;
  };
  const close = async () => {
    isOpen = false;
    await (last ?? begun);
  };
  return { inTurn, behind, close };
}

/** Throws if the client has gone or has no time left, or if an order to cancel could reach the next statement. */
export function refuseEnded({ client, cancelled, leftMs }: Task): void {
  if (cancelled !== undefined) throw cancelled.reason;
  if (leftMs !== undefined && leftMs <= 0) throw tookTooLong();
  if (client?.isGone() === true) throw clientGone();
}

export function connectionLost(): Error {
  return Object.assign(new Error('The connection to the database was lost'), { code: 'CONNECTION_CLOSED' });
}
