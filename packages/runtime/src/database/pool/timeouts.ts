import type { Connection } from '../connection.js';
import { isSent } from '../driver-internals.js';
import { CrowdedOut, Preempted, clientGone, tookTooLong, unreachable } from '../failures.js';
import type { Task } from './task.js';

/** How often a pool looks at its tasks. */
const TICK_MS = 50;

/** A statement whose client has gone is not cancelled before: most end sooner, and cancelling costs a connection. */
const BRIEF_MS = 100;
/** A statement that others wait behind was expected to be fast, so it may only be late because the machine is busy. */
const BLOCKING_MS = 400;
/**
 * How long the server may take to answer a statement that it was told to cancel, as a part of the time to open a
 * connection: a slow server is slow at both. With 5 seconds to open a connection, the server gets 2 seconds.
 */
const CANCEL_SHARE = 0.4;

export interface TimeLimits {
  /** The time to open a connection, and to wait for one. */
  readonly waitMs: number;
  /** The time without an answer after which a connection is given up. */
  readonly silentMs: number;
}

/** Looks at the tasks of a connection, and ends what took too long. */
export function endOverdue(connection: Connection, now: number, limits: TimeLimits): void {
  cancelOverdue(connection, now, limits);
  // The server may need another second to cancel a read: the server is busy, or the read is in a step without
  // interruptions.
  for (const task of connection.tasks) if (now > task.until) task.abandon(overdueReason(task));
}

/** A read that others crowded out begins again, although its time is over. */
function overdueReason({ cancellation }: Task): Error {
  return cancellation?.reason instanceof CrowdedOut ? cancellation.reason : tookTooLong();
}

/** Cancels the statement that a connection works on if it took too long, its client has gone, or others wait behind it. */
function cancelOverdue(connection: Connection, now: number, { waitMs, silentMs }: TimeLimits): void {
  const [front, ...behind] = connection.tasks;
  if (front?.statement === undefined) return;
  if (!connection.hasAnswered && !isSent(front.statement)) {
    // The driver opens a connection again and again if the server accepts and closes it, as a proxy without a server
    // does.
    if (now - connection.openedAt > waitMs) return giveUp(connection);
    front.extendForConnect(now);
  }
  const { cancellation, client, startedAt, until } = front;
  const age = now - startedAt;
  if (age > silentMs || (cancellation !== undefined && now - cancellation.at > waitMs * CANCEL_SHARE))
    giveUp(connection);
  else if (now > until) connection.cancel(front, tookTooLong(), now);
  else if (age > BRIEF_MS && client?.isGone() === true) connection.cancel(front, clientGone(), now);
  else if (age > BLOCKING_MS && behind.length > 0) connection.cancel(front, new Preempted(), now);
  // Reads behind the statement are sent again over another connection, because the server may be slow to cancel the
  // statement.
  if (age > BLOCKING_MS) for (const task of behind) task.abandon(new Preempted());
}

/** The server answers nothing any more, so none of the tasks of the connection will end by itself. */
function giveUp(connection: Connection): void {
  connection.markUnresponsive();
  // A copy, because an abandoned task leaves the list at once.
  for (const task of [...connection.tasks]) task.giveUp(reasonOf(task));
}

/**
 * Without an answer, it is not known whether a statement had an effect, so the reason must not lead to a repetition.
 */
function reasonOf({ cancellation }: Task): Error {
  return cancellation === undefined || cancellation.reason instanceof Preempted ? unreachable() : cancellation.reason;
}

/**
 * Calls `look` while it returns true. One timer for all tasks of a pool, because a timer per statement would cost every
 * request more than it helps.
 */
export class Ticker {
  readonly #look: (now: number) => boolean;
  #timer: NodeJS.Timeout | undefined;

  constructor(look: (now: number) => boolean) {
    this.#look = look;
  }

  start(): void {
    // Answers that arrived while the process was busy are read before the next look: timers run before answers are
    // read.
    this.#timer ??= setInterval(() => setImmediate(this.#tick), TICK_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  readonly #tick = () => {
    if (this.#timer !== undefined && !this.#look(performance.now())) this.stop();
  };
}
