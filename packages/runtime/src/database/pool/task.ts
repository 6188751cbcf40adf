import { type Client, callerName } from '../client.js';
import { isSent } from '../driver-internals.js';
import type { Speed } from './speed.js';
import { type TaskEvent, type TaskState, transition } from './task-state.js';

/** Why and when the server was told to cancel a statement. */
interface Cancellation {
  readonly reason: Error;
  readonly at: number;
}

interface TaskOptions {
  readonly client?: Client | undefined;
  /** `undefined`: a transaction. */
  readonly text?: string;
  /** Whether the task is a single statement without effects. */
  readonly isRead?: boolean;
  /** The content type that the task reads or writes, if it is about a single one. */
  readonly type?: string | undefined;
  /** The document that a transaction locks. */
  readonly document?: string | undefined;
  /** Whether the caller begins a transaction again that was preempted. */
  readonly isRepeated?: boolean | undefined;
  /** How long the statement may take if the client has no limit of its own. */
  readonly limitMs: number;
  readonly speed?: Speed;
}

type Fail = (error: Error) => void;

/**
 * What is under way for a task: its statement, and for a transaction one more statement that was sent behind the first.
 */
interface Sending {
  readonly statement: object;
  /** Ends the wait for the answer. */
  readonly fail: Fail;
}

const nothing = () => undefined;

/**
 * One attempt of a single statement or of a transaction: it waits for a connection or has one. All times are those of
 * `performance.now()`. The fields of a task change in this class alone.
 */
export class Task {
  readonly client: Client | undefined;
  readonly text: string | undefined;
  readonly isRead: boolean;
  readonly type: string | undefined;
  readonly document: string | undefined;
  /**
   * Whether the task may be preempted. PostgreSQL undoes a statement that fails, so a single statement can be sent
   * again. The code of a transaction has to begin again, so only its caller can repeat it.
   */
  readonly isRepeated: boolean;
  /** When the task asked for a connection. */
  readonly askedAt: number;
  readonly #options: TaskOptions;
  #state: TaskState = 'waiting';
  #speed: Speed;
  #startedAt: number;
  #until: number;
  /** The time that the statement still has. It begins with the connection: the wait has a limit of its own. */
  #budgetMs: number;
  /** How long all attempts before have waited for a connection. */
  #waitedMs = 0;
  #firstAskedAt: number;
  #isExtended = false;
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
    const { text, isRead = false, type, document, isRepeated = text !== undefined, speed = 'unknown' } = options;
    this.#options = options;
    this.client = options.client;
    this.text = text;
    this.isRead = isRead;
    this.type = type;
    this.document = document;
    this.isRepeated = isRepeated;
    this.askedAt = this.#startedAt = this.#firstAskedAt = performance.now();
    this.#speed = speed;
    this.#budgetMs = this.limitMs;
    this.#until = this.askedAt + this.#budgetMs;
    this.#leftMs = options.client?.timeoutMs;
  }

  get state(): TaskState {
    return this.#state;
  }

  /**
   * `slow` also if the task had the time of a fast task and did not end. Transactions that were not preempted are
   * `unknown`.
   */
  get speed(): Speed {
    return this.#speed;
  }

  get caller(): string {
    return callerName(this.client);
  }

  /** When the statement of the task reached the front of the connection. */
  get startedAt(): number {
    return this.#startedAt;
  }

  /** When the statement of the task is cancelled at the latest. */
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

  /** Whether the statement of the task may have reached the server. */
  get wasSent(): boolean {
    return this.#wasSent || (this.#front !== undefined && isSent(this.#front.statement));
  }

  get cancellation(): Cancellation | undefined {
    return this.#cancellation;
  }

  get hasTimeLeft(): boolean {
    return this.#leftMs === undefined || this.#leftMs > 0;
  }

  /** How much time the statement has, from its connection on. */
  get limitMs(): number {
    return this.client?.timeoutMs ?? this.#options.limitMs;
  }

  /** How long all attempts have waited for a connection at a moment. */
  waitedMs(now: number): number {
    return this.#waitedMs + (this.#state === 'waiting' ? now - this.askedAt : 0);
  }

  /** How long ago the first attempt began. */
  ageMs(now: number): number {
    return now - this.#firstAskedAt;
  }

  connect(now: number): void {
    const waited = this.waitedMs(now);
    if (!this.#move('connect')) return;
    this.#waitedMs = waited;
    this.#startedAt = now;
    this.#until = now + this.#budgetMs;
  }

  /** Gives the statement a part of its time once more, but not a second time. */
  extend(part: number, now: number): void {
    if (!this.#isExtended) this.#until = Math.max(this.#until, now + part * this.limitMs);
    this.#isExtended = true;
  }

  /** The statements before have been answered, so the server begins with the statement of this task. */
  reachFront(now: number): void {
    this.#startedAt = now;
  }

  /** Opening a connection has a time limit of its own, so opening takes none of the time of the statement. */
  extendForConnect(now: number): void {
    this.#until += now - this.#startedAt;
    this.#startedAt = now;
  }

  /** The server can cancel only the statement that it works on, so a statement behind it changes no state. */
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

  /**
   * The statement in front has ended, if only with an error. `wasSent`: whether the statement may have reached the
   * server.
   */
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

  /**
   * Begins the next statement of a transaction. The statement has a time limit of its own, or the time that the
   * statements before it left.
   */
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

  /** Ends the wait for answers that will not come. */
  giveUp(error: Error): void {
    if (this.#state === 'abandoned') return this.#end();
    const [front, behind] = [this.#front, this.#behind];
    front?.fail(error);
    behind?.fail(error);
  }

  /**
   * Gives the connection of the task back: `released` is called at once, or when the statement of an abandoned task has
   * ended.
   */
  release(released: () => void): void {
    if (this.#state === 'abandoned') {
      this.#ended = released;
      return;
    }
    this.#move('release');
    released();
  }

  /** Notes that the task had the time of a fast task and did not end. */
  demote(): void {
    this.#speed = 'slow';
  }

  /** The next attempt, which has the time that this one left, or at least some more time. */
  again(moreMs = 0): Task {
    const next = new Task(this.#options);
    next.#budgetMs = Math.max(this.#until - next.askedAt, moreMs);
    next.#waitedMs = this.#waitedMs;
    next.#firstAskedAt = this.#firstAskedAt;
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
