import type { Connection } from './connection.js';
import { clientGone, connectionLost, tookTooLong } from './failures.js';
import type { Task } from './pool/task.js';

/** Sends a statement of a transaction. `run` gets a `whenBegun` if its statement is sent behind another statement. */
export type Send = <T>(run: (whenBegun?: WhenBegun) => Promise<T>) => Promise<T>;

/** Calls a function when the server begins with a statement. */
export type WhenBegun = (begin: () => void) => void;

interface StatementQueueOptions {
  readonly connection: Connection;
  readonly task: Task;
  /** The answer to BEGIN. */
  readonly begun: Promise<void>;
  /** Whether the first statement is sent before that answer. */
  readonly isTogether: boolean;
}

/** The statements of a transaction, in the order in which they are sent. */
export class StatementQueue {
  readonly #connection: Connection;
  readonly #task: Task;
  readonly #begun: Promise<void>;
  #isOpen = true;
  /** Settles when everything that was sent is answered; `undefined`: the first statement does not wait for BEGIN. */
  #last: Promise<unknown> | undefined;

  constructor({ connection, task, begun, isTogether }: StatementQueueOptions) {
    this.#connection = connection;
    this.#task = task;
    this.#begun = begun;
    this.#last = isTogether ? undefined : begun;
  }

  /** Sends a statement after all earlier ones have been answered. */
  readonly send: Send = (run) => {
    const mine = this.#last === undefined ? this.#sendFirst(run) : this.#last.then(() => this.#sendNow(run));
    this.#last = mine.catch(() => undefined);
    return mine;
  };

  /**
   * Sends a statement at once if another statement is under way, which saves a round trip. The sent statement must only
   * read, and fails if the other statement fails.
   */
  readonly pipeline: Send = async (run) => {
    const front = this.#last;
    const task = this.#task;
    if (front === undefined || task.statement === undefined || task.hasStatementBehind) return this.send(run);
    this.#refuseClosed();
    const mine = run((begin) => task.whenBehindBegins(begin)).finally(() => task.spend());
    this.#last = Promise.all([front, mine.catch(() => undefined)]);
    return mine;
  };

  /** Takes no more statements, and waits for the answers to those that were sent. */
  async close(): Promise<void> {
    this.#isOpen = false;
    await (this.#last ?? this.#begun);
  }

  #sendNow<T>(run: () => Promise<T>): Promise<T> {
    this.#refuseClosed();
    this.#task.beginStatement();
    return run().finally(() => this.#task.spend());
  }

  async #sendFirst<T>(run: () => Promise<T>): Promise<T> {
    const [answer] = await Promise.all([this.#sendNow(run), this.#begun]);
    return answer;
  }

  #refuseClosed(): void {
    if (!this.#isOpen) throw new Error('The transaction has ended');
    if (this.#connection.isUnusable) throw connectionLost();
    refuseEnded(this.#task);
  }
}

/** Throws if the client has gone or has no time left, or if an order to cancel could reach the next statement. */
export function refuseEnded({ client, cancellation, hasTimeLeft }: Task): void {
  if (cancellation !== undefined) throw cancellation.reason;
  if (!hasTimeLeft) throw tookTooLong();
  if (client?.isGone() === true) throw clientGone();
}
