import type postgres from 'postgres';

import type { Host } from './address.js';
import { cancelAtServer } from './driver-internals.js';
import { READ_ONLY, codeOf, isConnectionFailure, isForgotten, unreachable } from './failures.js';
import type { Hosts } from './hosts.js';
import type { Task } from './pool/task.js';

/** Opens a client of the driver at a host; without a host, at the host of the URL. */
export type Open = (host: Host | undefined, events: DriverEvents) => postgres.Sql;

export interface DriverEvents {
  readonly onclose: () => void;
  /** A server reports some of its settings when a connection opens, and when they change. */
  readonly onparameter: (name: string, value: string) => void;
}

interface ConnectionOptions {
  readonly hosts: Hosts;
  readonly open: Open;
  /** Called when prepared statements turn out to be of no use. */
  readonly onForgotten: () => void;
}

/**
 * `retired`: closes when its statements are answered. `lost`: the socket is closed. `unresponsive`: a statement was not
 * answered in time, so the state of the connection is unknown.
 */
type ConnectionState = 'working' | 'retired' | 'lost' | 'unresponsive';

/** Statements on one connection. More would gain nothing, because each waits for the one before it. */
const MAX_TASKS = 3;

/** How long reads stay on a server that refuses writes, because another server may take writes by now. */
const READING_MS = 3_000;

/**
 * A driver client with exactly one connection, discarded together with that connection. The driver's own pool sends
 * statements to busy connections, keeps writing to a connection that no longer answers, does not always recover from a
 * lost connection, and ends the process when a connection is lost inside a transaction.
 */
export class Connection {
  readonly sql: postgres.Sql;
  readonly host: Host | undefined;
  readonly openedAt = performance.now();
  readonly #onForgotten: () => void;
  readonly #tasks: Task[] = [];
  /** The settings by which the server says that it refuses writes. */
  readonly #refusals = new Set<string>();
  #state: ConnectionState = 'working';
  #isAccepted = false;
  #hasAnswered = false;
  #isCancelled = false;
  #isReadOnly = false;

  constructor({ hosts, open, onForgotten }: ConnectionOptions) {
    this.host = hosts.first;
    this.#onForgotten = onForgotten;
    this.sql = open(this.host, {
      onclose: () => (this.#state = 'lost'),
      onparameter: (name, value) => this.#noteParameter(name, value, hosts),
    });
  }

  get state(): ConnectionState {
    return this.#state;
  }

  get isUnusable(): boolean {
    return this.#state === 'lost' || this.#state === 'unresponsive';
  }

  /** Unanswered tasks, in the order in which the server answers them. */
  get tasks(): readonly Task[] {
    return this.#tasks;
  }

  /** Whether a server has accepted the connection. A statement may keep the connection busy before any answer. */
  get isAccepted(): boolean {
    return this.#isAccepted;
  }

  /**
   * Whether the connection has answered before. Until then it may still be opening, which takes longer than most
   * statements.
   */
  get hasAnswered(): boolean {
    return this.#hasAnswered;
  }

  /** Whether the server was told to cancel a statement. A late order to cancel can reach the next statement. */
  get isCancelled(): boolean {
    return this.#isCancelled;
  }

  /** Whether the server is a standby, or refuses writes for another reason. */
  get isReadOnly(): boolean {
    return this.#isReadOnly;
  }

  /**
   * Whether a statement may be sent behind those that are under way: all statements under way are expected to be fast.
   */
  get takesMore(): boolean {
    if (this.#state !== 'working' || !this.#hasAnswered || this.#tasks.length >= MAX_TASKS) return false;
    return this.#tasks.at(-1)?.speed === 'fast';
  }

  get isOld(): boolean {
    return performance.now() - this.openedAt > READING_MS;
  }

  add(task: Task, now: number): void {
    this.#tasks.push(task);
    task.connect(now);
  }

  /** Removes a task. If the task was in front, the server works on the next task from now on. */
  remove(task: Task, now: number): void {
    const place = this.#tasks.indexOf(task);
    if (place >= 0) this.#tasks.splice(place, 1);
    if (place === 0) this.#tasks[0]?.reachFront(now);
  }

  /** Takes no more statements; the statements under way are still answered. */
  retire(): void {
    if (this.#state === 'working') this.#state = 'retired';
  }

  noteAnswer(): void {
    this.#hasAnswered = true;
  }

  /** Only a `PostgresError` comes from the server; every other error is about the connection. */
  noteFailure(error: Error): void {
    if (error.name !== 'PostgresError' || isConnectionFailure(error)) this.#state = 'lost';
    if (isForgotten(error)) this.#onForgotten();
    if (codeOf(error) !== READ_ONLY) return;
    this.#isReadOnly = true;
    this.retire();
  }

  markUnresponsive(): void {
    this.#state = 'unresponsive';
  }

  /** Cancels the statement of a task, which is the task in front. */
  cancel(task: Task, reason: Error, now: number): void {
    const { statement } = task;
    if (statement === undefined || !task.cancel(reason, now)) return;
    this.#isCancelled = true;
    // A late order to cancel could reach the next statement, so the connection takes no more statements.
    this.retire();
    // If the order to cancel fails, the timeout of the server ends the statement.
    void cancelAtServer(statement);
  }

  /** Waits for an answer, but no longer than `timeoutMs`, because the driver itself would wait forever. */
  within<T>(query: PromiseLike<T>, timeoutMs: number): Promise<T> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.markUnresponsive();
        reject(unreachable());
      }, timeoutMs);
      query.then(
        (result) => {
          clearTimeout(timer);
          resolve(result);
        },
        (error: Error) => {
          clearTimeout(timer);
          this.noteFailure(error);
          reject(error);
        },
      );
    });
  }

  async close(): Promise<void> {
    await this.sql.end({ timeout: this.isUnusable ? 0 : 5 }).catch(() => undefined);
  }

  #noteParameter(name: string, value: string, hosts: Hosts): void {
    // The first settings follow the authentication.
    this.#isAccepted = true;
    // PostgreSQL 13 and earlier report neither setting; there the first refused write shows the role.
    if (name !== 'in_hot_standby' && name !== 'default_transaction_read_only') return;
    if (value === 'on') this.#refusals.add(name);
    else this.#refusals.delete(name);
    this.#isReadOnly = this.#refusals.size > 0;
    if (name === 'in_hot_standby') hosts.noteRole(this.host, value === 'on' ? 'standby' : 'primary');
  }
}
