import { TakenBack, cancel, clientGone, tookTooLong } from '../cancel.js';
import { type Connection, unreachable } from '../connection.js';
import { isSent } from '../driver-internals.js';
import { SLOW_MS, SLOW_WRITE_MS } from './pace.js';
import { type Task, callerOfTask, detach } from './task.js';

/** A statement whose client has gone is not cancelled before: most end sooner, and cancelling costs a connection. */
const BRIEF_MS = 100;
/** A statement that others wait behind was expected to be fast, so it may only be late because the machine is busy. */
const BLOCKING_MS = 400;
/**
 * How long the server may take to answer a statement that it was told to cancel, as a part of the time to open a
 * connection: a slow server is slow at both. It is two seconds of five.
 */
const CANCEL_SHARE = 0.4;

/**
 * Answers the requests whose reads took too long. The server may need another second to end them, because it is busy or
 * because they are in a step that cannot be interrupted.
 */
export function answerOverdue({ tasks }: Connection, now: number): void {
  for (const task of tasks) if (now > task.until) detach(task, tookTooLong());
}

/** Cancels the statement that a connection works on if it took too long, its client has gone, or others wait behind it. */
export function cancelOverdue(connection: Connection, now: number, { waitMs, silentMs }: Limits): void {
  const [front] = connection.tasks;
  if (front?.sent === undefined) return;
  if (!connection.hasAnswered && !isSent(front.sent)) {
    // The driver opens a connection again and again if the server accepts and closes it, as a proxy without one does.
    if (now - connection.openedAt > waitMs) return fallSilent(connection);
    excuse(front, now);
  }
  const { cancelled, client, startedAt, until } = front;
  const age = now - startedAt;
  const isSilent = age > silentMs || (cancelled !== undefined && now - cancelled.at > waitMs * CANCEL_SHARE);
  if (isSilent) fallSilent(connection);
  else if (now > until) cancel(connection, front, tookTooLong(), now);
  else if (age > BRIEF_MS && client?.isGone() === true) cancel(connection, front, clientGone(), now);
  else if (age > BLOCKING_MS && connection.tasks.length > 1) cancel(connection, front, new TakenBack(), now);
  // Reads behind it are sent again over another connection, because the server may be slow to cancel it.
  if (age > BLOCKING_MS) for (const task of connection.tasks.slice(1)) detach(task, new TakenBack());
}

interface Limits {
  /** The time to open a connection. */
  readonly waitMs: number;
  /** The time without an answer after which a connection is given up. */
  readonly silentMs: number;
}

/** The time to open a connection is not that of the statement. It has a limit of its own. */
function excuse(task: Task, now: number): void {
  task.until += now - task.startedAt;
  task.startedAt = now;
}

/** The server answers nothing any more, so none of the tasks of the connection will end by itself. */
function fallSilent(connection: Connection): void {
  connection.state = 'silent';
  // A copy, because a detached task leaves the list at once.
  for (const task of [...connection.tasks]) {
    // Without an answer, it is not known whether a statement had an effect, so it is not sent again.
    task.wasSent ||= task.sent !== undefined && isSent(task.sent);
    const reason = task.cancelled?.reason;
    task.fail(reason === undefined || reason instanceof TakenBack ? unreachable() : reason);
  }
}

/**
 * Takes back slow tasks until `wanted` connections are free of them: the latest ones of the callers and content types with
 * the most tasks first.
 */
export function makeRoom(open: readonly Connection[], size: number, wanted: number, now: number): void {
  const slow = open.flatMap((connection) => {
    const [front] = connection.tasks;
    return front !== undefined && isSlowNow(connection, now) ? [{ connection, front }] : [];
  });
  const missing = wanted - (size - slow.length);
  if (missing <= 0) return;
  const callers = loadsOf(open, callerOfTask);
  const types = loadsOf(open, ({ type }) => type);
  const load = (task: Task) => (callers.get(callerOfTask(task)) ?? 0) + (types.get(task.type) ?? 0);
  const order = slow
    // A transaction has no statement to cancel while its own code runs, and while it commits.
    .filter(({ front }) => front.isRepeated && front.sent !== undefined)
    .toSorted((a, b) => load(b.front) - load(a.front) || b.front.startedAt - a.front.startedAt);
  for (const { connection, front } of order.slice(0, missing)) cancel(connection, front, new TakenBack(), now);
}

/** Whether a connection works on a slow statement that will not end soon. */
export function isSlowNow({ tasks }: Connection, now: number): boolean {
  const [front] = tasks;
  if (front === undefined || front.cancelled !== undefined) return false;
  return front.pace === 'slow' || now - front.startedAt > (front.text === undefined ? SLOW_WRITE_MS : SLOW_MS);
}

/** The number of tasks by a name. */
export function loadsOf<Name>(open: Iterable<Connection>, nameOf: (task: Task) => Name): Map<Name, number> {
  const loads = new Map<Name, number>();
  for (const { tasks } of open) for (const task of tasks) loads.set(nameOf(task), (loads.get(nameOf(task)) ?? 0) + 1);
  return loads;
}
