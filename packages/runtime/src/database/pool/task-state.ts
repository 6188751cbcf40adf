/**
 * The life of a task: each state, and where an event leads from it. An event that a state lacks changes nothing, because
 * it came too late: the server may answer a statement that was given up. `docs/connections.md` has a drawing of it.
 */
const TRANSITIONS = {
  /** The task has no connection. */
  waiting: { connect: 'ready' },
  /**
   * The task has a connection, but no statement under way: before its first statement, between two, or after the last.
   */
  ready: { send: 'running', release: 'ended' },
  /** The server works on the statement of the task, or on a statement that was sent over the same connection before. */
  running: { answer: 'ready', cancel: 'cancelling', abandon: 'abandoned', release: 'ended' },
  /** The server was told to cancel the statement of the task. */
  cancelling: { answer: 'cancelled', abandon: 'abandoned', release: 'ended' },
  /** The statement of the task was cancelled. A transaction sends no other statement then. */
  cancelled: { release: 'ended' },
  /** The request has gone on with an error, but the statement keeps the connection until the server answers it. */
  abandoned: { cancel: 'abandoned', answer: 'ended', release: 'ended' },
  /** The task has no connection any more. Another attempt is another task. */
  ended: {},
} as const satisfies Readonly<Record<string, Readonly<Partial<Record<TaskEvent, string>>>>>;

export type TaskState = keyof typeof TRANSITIONS;

export type TaskEvent = 'connect' | 'send' | 'answer' | 'cancel' | 'abandon' | 'release';

/** The state that an event leads to; `undefined`: the event changes nothing. */
export function transition(state: TaskState, event: TaskEvent): TaskState | undefined {
  const targets: Readonly<Partial<Record<TaskEvent, TaskState>>> = TRANSITIONS[state];
  return targets[event];
}
