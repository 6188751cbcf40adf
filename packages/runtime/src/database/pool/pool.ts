import { Attempts } from './attempts.js';
import { clientGone, closed, overloaded, tookTooLong } from '../cancel.js';
import {
  type Connection,
  closeConnection,
  isOld,
  isUnusable,
  openConnection,
  retire,
  unreachable,
} from '../connection.js';
import { answerOverdue, cancelOverdue, makeRoom } from './review.js';
import type { PoolOptions, PoolUsage } from './options.js';
import { FAST_MS } from './pace.js';
import { type DocumentLimits, Shares, busyOf, isTaken } from './shares.js';
import { type Task, attemptAgain, noWait } from './task.js';
import { WaitingTasks } from './waiting.js';
import { Watch } from './watch.js';

/** Statements on one connection. More would gain nothing, because each waits for the one before it. */
const MAX_TASKS = 3;
/** The part of the connections that slow tasks leave to others while those wait. */
const RESERVED = 0.3;
/** How long slow tasks leave them after others have waited, because those would wait again for each of their tasks. */
const KEEP_MS = 1_000;
/** Waiting tasks for each connection. Beyond it, a client learns sooner that the server is busy than by waiting. */
const MAX_WAITING = 100;

/**
 * Connections to one database. Fast statements do not queue behind slow ones. One caller or content type may use all
 * connections, but not while others wait: then the caller with the fewest tasks goes first, and slow tasks make room.
 */
export class Pool {
  readonly #options: PoolOptions;
  readonly #open = new Set<Connection>();
  readonly #free: Connection[] = [];
  readonly #waiting = new WaitingTasks();
  readonly #watch = new Watch((now) => this.#look(now));
  readonly #limits: DocumentLimits;
  /** Until when slow tasks leave some connections to others. */
  #keepUntil = 0;
  /** See `PoolUsage`. */
  readonly #counts = { refused: 0, repeated: 0 };
  #isClosed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
    const { size } = options;
    this.#limits = { size, reserved: size === 1 ? 0 : Math.ceil(size * RESERVED) };
  }

  async use<T>(asked: Task, work: (connection: Connection, task: Task) => Promise<T>): Promise<T> {
    let attempts: Attempts | undefined;
    for (let task = asked; ; task = this.#nextAttempt(task)) {
      if (this.#isClosed) throw closed();
      const connection = this.#take(task) ?? (await this.#wait(task));
      try {
        return await work(connection, task);
      } catch (error) {
        this.#options.room.note(error);
        attempts ??= new Attempts(this.#options.hosts);
        const next = attempts.after(error, connection, task);
        if (next === undefined) throw error;
        this.#counts.repeated++;
        if (next === 'with new connections') this.#options.renewAll();
      } finally {
        this.#releaseWhenEnded(connection, task);
      }
    }
  }

  get usage(): PoolUsage {
    const { size: limit, reserved } = this.#limits;
    const open = [...this.#open];
    const connected = open.filter((connection) => connection.isAccepted && !isUnusable(connection)).length;
    const { size: waiting } = this.#waiting;
    return { limit, reserved, open: open.length, connected, busy: busyOf(open), waiting, ...this.#counts };
  }

  /** A transaction is the next attempt of one that was rolled back. */
  noteRepeated(): void {
    this.#counts.repeated++;
  }

  /** Replaces every connection as soon as it is free. */
  renew(): void {
    for (const connection of this.#open) retire(connection);
    this.dropFree();
  }

  /** Replaces the connections without a statement, because a connection to the same server fell silent. */
  dropFree(): void {
    for (const connection of this.#free.splice(0)) void this.#drop(connection);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#open].map(closeConnection));
  }

  #take(task: Task): Connection | undefined {
    if (this.#mustWait(task)) return undefined;
    const found = this.#takeFree() ?? this.#share(task);
    if (found !== undefined) this.#occupy(found, task);
    return found;
  }

  /** Most tasks may take any connection, so that they need not know how the others share them. */
  #mustWait(task: Task): boolean {
    const { document, askedAt } = task;
    if (document !== undefined && this.#waiting.hasDocument(document)) return true;
    if (askedAt < this.#keepUntil) return this.#shares(askedAt).rankOf(task) === undefined;
    return document !== undefined && isTaken(this.#open, document, this.#limits, askedAt);
  }

  #takeFree(): Connection | undefined {
    for (let free = this.#free.pop(); free !== undefined; free = this.#free.pop()) {
      if (free.state === 'working' && !this.#isMisplaced(free)) return free;
      void this.#drop(free);
    }
    return this.#open.size < this.#options.size ? this.#add() : undefined;
  }

  /** The connection with the fewest statements; among equals, the one whose statement began last. */
  #share(task: Task): Connection | undefined {
    // Those that wait already go first.
    if (!this.#options.pipelined || task.pace === 'slow' || this.#waiting.fast > 0) return undefined;
    let best: Connection | undefined;
    let bestSince = 0;
    for (const connection of this.#open) {
      const { tasks } = connection;
      const [front] = tasks;
      if (front === undefined || !this.#mayFollow(connection)) continue;
      if (task.askedAt - front.startedAt >= FAST_MS) continue;
      const order = best === undefined ? -1 : tasks.length - best.tasks.length || bestSince - front.startedAt;
      if (order >= 0) continue;
      best = connection;
      bestSince = front.startedAt;
    }
    return best;
  }

  #wait(task: Task): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const give = (connection: Connection) => {
        task.startedAt = performance.now();
        this.#occupy(connection, task);
        resolve(connection);
      };
      this.#watch.start();
      if (this.#waiting.size >= this.#options.size * MAX_WAITING) {
        this.#counts.refused++;
        const crowded = this.#waiting.crowdOut(task);
        if (crowded === undefined) return reject(overloaded());
        crowded.fail(overloaded());
      }
      this.#waiting.add({ task, since: performance.now(), give, fail: reject });
    });
  }

  #occupy({ tasks }: Connection, task: Task): void {
    tasks.push(task);
    this.#watch.start();
  }

  /** A request may be answered before its statement has ended, but the connection is taken until then. */
  #releaseWhenEnded(used: Connection, task: Task): void {
    if (!task.isDetached || task.sent === undefined) return this.#release(used, task);
    task.ended = task.fail = () => {
      task.ended = task.fail = noWait;
      this.#release(used, task);
    };
  }

  #release(used: Connection, task: Task): void {
    const now = performance.now();
    const { tasks } = used;
    if (tasks[0] === task) {
      this.#options.paces.note(task, now - task.startedAt);
      tasks.shift();
    } else tasks.splice(tasks.indexOf(task), 1);
    // The next statement of the pipeline has the connection from now on.
    const [next] = tasks;
    if (this.#isMisplaced(used)) retire(used);
    if (next !== undefined) next.startedAt = now;
    else if (used.state !== 'working') void this.#drop(used);
    if (this.#waiting.size > 0) this.#serve(used, now);
    else if (next === undefined && used.state === 'working') this.#free.push(used);
  }

  /** Gives a connection to waiting tasks: to one, and to more of them behind it if they may be fast. */
  #serve(used: Connection, now: number): void {
    const shares = this.#shares(now);
    if (used.tasks.length > 0) {
      if (used.state === 'working') this.#fill(used, shares);
      return;
    }
    if (used.state === 'working') this.#free.push(used);
    this.#serveFree(shares);
  }

  /** Gives the free connections to waiting tasks. The end of a task may let several others go on. */
  #serveFree(shares: Shares): void {
    while (this.#waiting.size > 0 && this.#hasFree()) {
      const maySlow = shares.slow < this.#limits.size - this.#limits.reserved;
      const waiter = this.#waiting.next((task) => shares.rankOf(task), maySlow);
      const connection = waiter && this.#takeFree();
      if (waiter === undefined || connection === undefined) return;
      shares.add(waiter.task);
      waiter.give(connection);
      this.#fill(connection, shares);
    }
  }

  #fill(connection: Connection, shares: Shares): void {
    while (this.#waiting.fast > 0 && this.#mayFollow(connection)) {
      const waiter = this.#waiting.nextFast((task) => shares.rankOf(task));
      if (waiter === undefined) return;
      shares.add(waiter.task);
      waiter.give(connection);
    }
  }

  /** Whether a statement may be sent behind those of a connection, all of which are expected to be fast. */
  #mayFollow({ tasks, state, hasAnswered }: Connection): boolean {
    if (!this.#options.pipelined || state !== 'working' || !hasAnswered || tasks.length >= MAX_TASKS) return false;
    return tasks.at(-1)?.pace === 'fast';
  }

  #shares(now: number): Shares {
    return new Shares(this.#open, { ...this.#limits, kept: now < this.#keepUntil ? this.#limits.reserved : 0 }, now);
  }

  /** A task that was cancelled itself is slow. Otherwise the order to cancel was meant for another one. */
  #nextAttempt(task: Task): Task {
    if (task.isDetached) return attemptAgain(task);
    task.startedAt = performance.now();
    if (task.cancelled === undefined || task.text === undefined) return task;
    task.cancelled = undefined;
    task.pace = 'slow';
    this.#options.paces.noteSlow(task.text);
    this.#waiting.demote(task.text);
    return task;
  }

  #isMisplaced(connection: Connection): boolean {
    const { hosts, pipelined } = this.#options;
    return connection.isReadOnly && hosts.wantsWrites && (!pipelined || isOld(connection));
  }

  #hasFree(): boolean {
    return this.#free.length > 0 || this.#open.size < this.#options.size;
  }

  /** Looks at all tasks; returns whether there are any. */
  #look(now: number): boolean {
    const { waitMs, size } = this.#options;
    let isBusy = this.#waiting.size > 0;
    for (const connection of this.#open) {
      if (connection.tasks.length === 0) continue;
      isBusy = true;
      cancelOverdue(connection, now, this.#options);
      answerOverdue(connection, now);
    }
    this.#waiting.expire(({ task, since }) => {
      if (task.client?.isGone() === true) return clientGone();
      const isLate = now > task.until;
      if (!isLate && now - since <= waitMs) return undefined;
      this.#counts.refused++;
      return isLate ? tookTooLong() : this.#waitedInVain();
    });
    if (this.#waiting.size === 0) return isBusy;
    const shares = this.#shares(now);
    const wanted = this.#waiting.countFast((task) => !shares.isLocked(task), this.#limits.reserved);
    if (wanted > 0 && shares.slow > 0) {
      makeRoom([...this.#open], size, wanted, now);
      this.#keepUntil = now + KEEP_MS;
    }
    // Tasks that leave connections to others may have waited long enough.
    this.#serveFree(this.#shares(now));
    return isBusy;
  }

  #waitedInVain(): Error {
    return [...this.#open].some(({ hasAnswered }) => hasAnswered) ? overloaded() : unreachable();
  }

  #add(): Connection {
    const { hosts, open, onForgotten } = this.#options;
    const connection = openConnection(hosts, open, onForgotten);
    this.#open.add(connection);
    return connection;
  }

  #drop(connection: Connection): Promise<void> {
    this.#open.delete(connection);
    if (connection.state === 'silent') this.#options.onSilent();
    return closeConnection(connection);
  }
}
