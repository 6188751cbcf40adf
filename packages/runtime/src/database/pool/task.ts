import { type Client, callerOf } from '../client.js';
import { isSent } from '../driver-internals.js';
import type { Speed } from './speed.js';

/**
 * The life of a task: each state, and where an event leads from it. An event that a state lacks changes nothing, because
 * it came too late: the server may answer a statement that was given up. `docs/connections.md` has a drawing of it.
 */
const TRANSITIONS = {
  /** It has no connection. */
  waiting: { connect: 'ready' },
  /** It has a connection, but no statement under way: before the first one, between two, or after the last one. */
  ready: { send: 'running', release: 'ended' },
  /** The server works on its statement, or on one that was sent over the same connection before. */
  running: { answer: 'ready', cancel: 'cancelling', abandon: 'abandoned', release: 'ended' },
  /** The server was told to cancel its statement. */
  cancelling: { answer: 'cancelled', abandon: 'abandoned', release: 'ended' },
  /** Its statement was cancelled. A transaction sends no other one then. */
  cancelled: { release: 'ended' },
  /** Its request has gone on with an error, but its statement keeps the connection until the server answers it. */
  abandoned: { cancel: 'abandoned', answer: 'ended', release: 'ended' },
  /** It has no connection any more. Another attempt is another task. */
  ended: {},
} as const satisfies Readonly<Record<string, Readonly<Partial<Record<TaskEvent, string>>>>>;

export type TaskState = keyof typeof TRANSITIONS;

export type TaskEvent = 'connect' | 'send' | 'answer' | 'cancel' | 'abandon' | 'release';

/** Where an event leads; `undefined`: it changes nothing. */
export function transition(state: TaskState, event: TaskEvent): TaskState | undefined {
  const targets: Readonly<Partial<Record<TaskEvent, TaskState>>> = TRANSITIONS[state];
  return targets[event];
}

/** Why and when the server was told to cancel a statement. */
export interface Cancellation {
  readonly reason: Error;
  readonly at: number;
}

export interface TaskOptions {
  readonly client?: Client | undefined;
  /** `undefined`: a transaction. */
  readonly text?: string;
  /** Whether it is a single statement without effects. */
  readonly isRead?: boolean;
  /** The content type that it reads or writes, if it is of one. */
  readonly type?: string | undefined;
  /** The document that a transaction locks. */
  readonly document?: string | undefined;
  /** Whether its caller begins a transaction again that was preempted. */
  readonly isRepeated?: boolean | undefined;
  /** How long its statement may take if its client has no limit of its own. */
  readonly limitMs: number;
  readonly speed?: Speed;
}

type Fail = (error: Error) => void;

/** What is under way for a task: its statement, and for a transaction one more that was sent behind that one. */
interface Sending {
  readonly statement: object;
  /** Ends the wait for the answer. */
  readonly fail: Fail;
}

const nothing = () => undefined;

/**
 * One attempt of a single statement or of a transaction: it waits for a connection or has one. All times are those of
 * `performance.now()`. Its fields change in this class alone.
 */
export class Task {
  readonly client: Client | undefined;
  readonly text: string | undefined;
  readonly isRead: boolean;
  readonly type: string | undefined;
  readonly document: string | undefined;
  /**
   * Whether it may be preempted. PostgreSQL undoes a statement that fails, so a single one can be sent again. The code of
   * a transaction has to begin again, so only its caller can repeat it.
   */
  readonly isRepeated: boolean;
  /** When it asked for a connection. */
  readonly askedAt: number;
  readonly #options: TaskOptions;
  #state: TaskState = 'waiting';
  #speed: Speed;
  #startedAt: number;
  #until: number;
  /** The time that the statements of a transaction still have together; `undefined` without a limit of the client. */
  #leftMs: number | undefined;
  #front: Sending | undefined;
  #behind: Sending | undefined;
  /**
   * Called when the server begins with the statement behind. Only an observer sets it: with a function for every
   * transaction, V8 kept whole requests in memory until it collected the old part of the heap.
   */
  #behindBegins: () => void = nothing;
  #wasSent = false;
  #cancellation: Cancellation | undefined;
  /** Called when the statement of an abandoned task has ended. */
  #ended: () => void = nothing;

  constructor(options: TaskOptions) {
    const {
      client,
      text,
      isRead = false,
      type,
      document,
      isRepeated = text !== undefined,
      speed = 'unknown',
    } = options;
    this.#options = options;
    this.client = client;
    this.text = text;
    this.isRead = isRead;
    this.type = type;
    this.document = document;
    this.isRepeated = isRepeated;
    this.askedAt = this.#startedAt = performance.now();
    this.#speed = speed;
    this.#until = this.askedAt + (client?.timeoutMs ?? options.limitMs);
    this.#leftMs = client?.timeoutMs;
  }

  get state(): TaskState {
    return this.#state;
  }

  /** `slow` also if it had its chance to be fast. Transactions that were not preempted are `unknown`. */
  get speed(): Speed {
    return this.#speed;
  }

  get caller(): string {
    return callerOf(this.client);
  }

  /** When its statement reached the front of the connection. */
  get startedAt(): number {
    return this.#startedAt;
  }

  /** When its statement is cancelled at the latest. */
  get until(): number {
    return this.#until;
  }

  /** The statement that the server works on, as far as the task knows. */
  get statement(): object | undefined {
    return this.#front?.statement;
  }

  get hasStatementBehind(): boolean {
    return this.#behind !== undefined;
  }

  /** Whether its statement may have reached the server. */
  get wasSent(): boolean {
    return this.#wasSent || (this.#front !== undefined && isSent(this.#front.statement));
  }

  get cancellation(): Cancellation | undefined {
    return this.#cancellation;
  }

  get hasTimeLeft(): boolean {
    return this.#leftMs === undefined || this.#leftMs > 0;
  }

  connect(now: number): void {
    if (this.#move('connect')) this.#startedAt = now;
  }

  /** The statements before it have been answered, so the server begins with this one. */
  reachFront(now: number): void {
    this.#startedAt = now;
  }

  /** Opening a connection has a time limit of its own, so it takes none of the time of the statement. */
  extendForConnect(now: number): void {
    this.#until += now - this.#startedAt;
    this.#startedAt = now;
  }

  /** The server can cancel only the statement that it works on, so one behind it changes no state. */
  send(statement: object, fail: Fail): void {
    if (this.#front !== undefined) {
      this.#behind = { statement, fail };
      return;
    }
    this.#front = { statement, fail };
    this.#move('send');
  }

  whenBehindBegins(begin: () => void): void {
    this.#behindBegins = begin;
  }

  /** The statement in front has ended, if only with an error. `wasSent`: whether it may have reached the server. */
  answer(wasSent = true): void {
    this.#wasSent = wasSent;
    this.#front = this.#behind;
    this.#behind = undefined;
    if (this.#front !== undefined) {
      this.spend();
      this.beginStatement();
      this.#behindBegins();
      this.#behindBegins = nothing;
      return;
    }
    const wasAbandoned = this.#state === 'abandoned';
    this.#move('answer');
    if (wasAbandoned) this.#end();
  }

  /** Begins the next statement of a transaction. It has a limit of its own, or what the statements before it left. */
  beginStatement(): void {
    this.#startedAt = performance.now();
    this.#until = this.#startedAt + (this.#leftMs ?? this.#options.limitMs);
  }

  /** Counts a statement of a transaction that has ended. The time between statements belongs to the project's own code. */
  spend(): void {
    if (this.#leftMs !== undefined) this.#leftMs -= performance.now() - this.#startedAt;
  }

  /** Notes an order to cancel. Returns whether the order has to be sent: once, and only while a statement is under way. */
  cancel(reason: Error, now: number): boolean {
    if (this.#cancellation !== undefined || !this.#move('cancel')) return false;
    this.#cancellation = { reason, at: now };
    return true;
  }

  /** Lets the request of a read go on with an error while its statement still runs. */
  abandon(error: Error): void {
    if (!this.isRead || this.#state === 'abandoned') return;
    const fail = this.#front?.fail;
    if (this.#move('abandon')) fail?.(error);
  }

  /** Ends its wait for answers that will not come. */
  giveUp(error: Error): void {
    if (this.#state === 'abandoned') return this.#end();
    const [front, behind] = [this.#front, this.#behind];
    front?.fail(error);
    behind?.fail(error);
  }

  /** Gives its connection back: `released` is called at once, or when the statement of an abandoned task has ended. */
  release(released: () => void): void {
    if (this.#state === 'abandoned') {
      this.#ended = released;
      return;
    }
    this.#move('release');
    released();
  }

  /** It had its chance to be fast. */
  demote(): void {
    this.#speed = 'slow';
  }

  /** The next attempt, which still has until the same moment, or at least for some more time. */
  again(moreMs = 0): Task {
    const next = new Task(this.#options);
    next.#until = Math.max(this.#until, next.askedAt + moreMs);
    next.#leftMs = this.#leftMs;
    next.#speed = this.#speed;
    return next;
  }

  #end(): void {
    this.#move('release');
    const ended = this.#ended;
    this.#ended = nothing;
    ended();
  }

  #move(event: TaskEvent): boolean {
    const next = transition(this.#state, event);
    if (next === undefined) return false;
    this.#state = next;
    return true;
  }
}
