/**
 * The request that a statement belongs to. The pool reads these values only when connections are scarce or a statement
 * is slow, so they may be computed when they are read.
 */
export interface Client {
  /** Requests with the same name share the connections of one caller. */
  readonly caller: string;
  /**
   * How long one statement may take, the wait for a connection included, or all statements of a transaction together.
   * Without it, the timeouts of the database hold.
   */
  readonly timeoutMs: number | undefined;
  /** Whether the connection of the client has closed before its answer was sent. */
  isGone(): boolean;
}

/** The caller of statements that belong to no request. */
export const SERVER = '';

/** Asks whether the database answers, over a connection that nothing else uses. */
export const HEALTH_CHECK: Client = { caller: 'health check', timeoutMs: undefined, isGone: () => false };

/**
 * The part of the content that a task reads or writes, so that a locked part does not keep tasks of other parts
 * waiting.
 */
export interface Subject {
  /** The name of a content type. */
  readonly type: string;
  /** The document that a transaction locks before it writes. */
  readonly document?: string | undefined;
  /** Whether the first statement of a transaction only reads or locks, as the statement that locks a document does. */
  readonly readsFirst?: boolean | undefined;
}

export function callerName(client: Client | undefined): string {
  return client?.caller ?? SERVER;
}
