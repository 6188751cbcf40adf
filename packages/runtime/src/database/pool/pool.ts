import { Connection, type Open } from '../connection.js';
import { clientGone, closed, overloaded, unreachable } from '../failures.js';
import type { Hosts } from '../hosts.js';
import { Attempts } from './attempts.js';
import { Paces } from './pace.js';
import { Priority, isDocumentFull, keptOf, preempt } from './priority.js';
import { type Waiter, WaitingTasks } from './queue.js';
import { FAST_MS, type SpeedClasses } from './speed.js';
import type { Task } from './task.js';
import { Ticker, type TimeLimits, endOverdue } from './timeouts.js';
import { type PoolUsage, connectionUsage } from './usage.js';

interface PoolOptions extends TimeLimits {
  /** The most connections that are open at the same time. */
  readonly size: number;
  /** Whether tasks are single statements, which may be sent behind another statement and may be repeated. */
  readonly pipelined: boolean;
  readonly speeds: SpeedClasses;
  /** Replaces the connections of all pools, because the server has forgotten or refuses what they prepared. */
  readonly renewAll: () => void;
  readonly onUnresponsive: () => void;
  /** Called when a pooler forgets prepared statements. */
  readonly onForgotten: () => void;
  readonly onError: (error: unknown) => void;
  readonly hosts: Hosts;
  readonly open: Open;
}

/**
 * How long slow tasks leave connections to others after others have waited, because the next tasks would wait again.
 */
const KEEP_MS = 1_000;
/** Waiting tasks for each connection. Beyond this number, a client gets an error sooner than by waiting. */
const MAX_WAITING = 100;

/**
 * Connections to one database. `priority.ts` decides which task gets a connection, and which task gives a connection
 * back.
 */
export class Pool {
  readonly #options: PoolOptions;
  readonly #open = new Set<Connection>();
  readonly #free: Connection[] = [];
  readonly #waiting = new WaitingTasks();
  readonly #paces: Paces;
  readonly #ticker = new Ticker((now) => this.#look(now));
  /** Until when slow tasks leave some connections to others. */
  #keepUntil = 0;
  /** See `PoolUsage`. */
  readonly #counts = { refused: 0, repeated: 0 };
  #isClosed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#paces = new Paces(options.size);
  }

  /** Runs work with a connection, and again with the next attempt of the task where an error allows one. */
  async use<T>(asked: Task, work: (connection: Connection, task: Task) => Promise<T>): Promise<T> {
    let attempts: Attempts | undefined;
    let task = asked;
    for (;;) {
      if (this.#isClosed) throw closed();
      const used = task;
      const connection = this.#take(used) ?? (await this.#wait(used));
      try {
        return await work(connection, used);
      } catch (error) {
        this.#options.onError(error);
        attempts ??= new Attempts(this.#options.hosts);
        const next = attempts.after(error, connection, used);
        if (next === undefined) throw error;
        this.#counts.repeated++;
        if (next.needsNewConnections) this.#options.renewAll();
        task = next.task;
        // A task that was cancelled itself is slow. Otherwise the order to cancel was meant for another task. The tasks
        // that get the connection next are told apart by it.
        if (used.cancellation !== undefined) this.#demote(task);
      } finally {
        used.release(() => this.#release(connection, used));
      }
    }
  }

  get usage(): PoolUsage {
    return { ...connectionUsage(this.#open, this.#options.size), waiting: this.#waiting.size, ...this.#counts };
  }

  /** A transaction is the next attempt of a transaction that was rolled back. */
  noteRepeated(): void {
    this.#counts.repeated++;
  }

  /** Replaces every connection as soon as it is free. */
  renew(): void {
    for (const connection of this.#open) connection.retire();
    this.dropFree();
  }

  /** Replaces the connections without a statement, because a connection to the same server became unresponsive. */
  dropFree(): void {
    for (const connection of this.#free.splice(0)) void this.#drop(connection);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#open].map((connection) => connection.close()));
  }

  #take(task: Task): Connection | undefined {
    if (this.#mustWait(task)) return undefined;
    const found = this.#takeFree() ?? this.#share(task);
    if (found !== undefined) this.#occupy(found, task, task.askedAt);
    return found;
  }

  /** Most tasks may take any connection, so that they need not know how the others share them. */
  #mustWait(task: Task): boolean {
    const { document, askedAt, speed } = task;
    if (document === undefined && speed === 'fast') return false;
    if (document !== undefined && this.#waiting.hasDocument(document)) return true;
    if (this.#paces.isLimited(task) || askedAt < this.#keepUntil) return !this.#priority(askedAt).mayGo(task);
    return document !== undefined && isDocumentFull(this.#open, document, this.#options.size, askedAt);
  }

  #takeFree(): Connection | undefined {
    for (let free = this.#free.pop(); free !== undefined; free = this.#free.pop()) {
      if (free.state === 'working' && !this.#isMisplaced(free)) return free;
      void this.#drop(free);
    }
    return this.#open.size < this.#options.size ? this.#add() : undefined;
  }

  /** The connection with the fewest statements; among equals, the connection whose statement began last. */
  #share(task: Task): Connection | undefined {
    // Tasks that wait already go first.
    if (!this.#options.pipelined || task.speed === 'slow' || this.#waiting.fast > 0) return undefined;
    let best: Connection | undefined;
    let bestSince = 0;
    for (const connection of this.#open) {
      const { tasks } = connection;
      const [front] = tasks;
      if (front === undefined || !connection.takesMore) continue;
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
      this.#ticker.start();
      const { waitMs } = this.#options;
      if (this.#paces.isLimited(task) && this.#paces.wouldBeLate(task, this.#waiting.countText(task.text), waitMs)) {
        this.#counts.refused++;
        return reject(overloaded());
      }
      if (this.#waiting.size >= this.#options.size * MAX_WAITING) {
        this.#counts.refused++;
        const shed = this.#waiting.shed(task);
        if (shed === undefined) return reject(overloaded());
        shed.fail(overloaded());
      }
      const give = (connection: Connection) => {
        this.#occupy(connection, task, performance.now());
        resolve(connection);
      };
      this.#waiting.add({ task, give, fail: reject });
    });
  }

  #occupy(connection: Connection, task: Task, now: number): void {
    connection.add(task, now);
    this.#ticker.start();
  }

  #release(used: Connection, task: Task): void {
    const now = performance.now();
    if (used.tasks[0] === task) {
      this.#options.speeds.note(task, this.#paces.note(task, now - task.startedAt));
      this.#waiting.charge(task, now - task.startedAt);
    }
    used.remove(task, now);
    const isFree = used.tasks.length === 0;
    if (this.#isMisplaced(used)) used.retire();
    if (isFree && used.state === 'working') this.#free.push(used);
    else if (isFree) void this.#drop(used);
    if (this.#waiting.size === 0) return;
    const priority = this.#priority(now);
    if (isFree) this.#serveFree(priority);
    else if (used.state === 'working') this.#fill(used, priority);
  }

  /** Gives the free connections to waiting tasks. The end of a task may let several others go on. */
  #serveFree(priority: Priority): void {
    while (this.#waiting.size > 0 && (this.#free.length > 0 || this.#open.size < this.#options.size)) {
      const waiter = this.#waiting.next(priority);
      const connection = waiter && this.#takeFree();
      if (waiter === undefined || connection === undefined) return;
      priority.add(waiter.task);
      waiter.give(connection);
      this.#fill(connection, priority);
    }
  }

  /** Sends waiting statements that may be fast behind those of a connection. */
  #fill(connection: Connection, priority: Priority): void {
    while (this.#options.pipelined && this.#waiting.fast > 0 && connection.takesMore) {
      const waiter = this.#waiting.next(priority, true);
      if (waiter === undefined) return;
      priority.add(waiter.task);
      waiter.give(connection);
    }
  }

  #priority(now: number): Priority {
    return new Priority({
      open: this.#open,
      size: this.#options.size,
      keeps: now < this.#keepUntil,
      paces: this.#paces,
      now,
    });
  }

  /** The task and the others with its text are known to be slow from now on. */
  #demote(task: Task): void {
    if (task.text === undefined) return;
    task.demote();
    this.#options.speeds.noteSlow(task.text);
    this.#waiting.demote(task.text);
  }

  #isMisplaced(connection: Connection): boolean {
    const { hosts, pipelined } = this.#options;
    return connection.isReadOnly && hosts.wantsWrites && (!pipelined || connection.isOld);
  }

  /** Looks at all tasks; returns whether there are any. */
  #look(now: number): boolean {
    let isBusy = this.#waiting.size > 0;
    this.#paces.narrow(this.#open, now);
    for (const connection of this.#open) {
      if (connection.tasks.length === 0) continue;
      isBusy = true;
      endOverdue(connection, now, this.#options);
    }
    this.#waiting.expire((waiter) => this.#refusalOf(waiter, now));
    if (this.#waiting.size === 0) return isBusy;
    const { size } = this.#options;
    const priority = this.#priority(now);
    const wanted = this.#waiting.countFast((task) => !priority.isLocked(task), keptOf(size));
    if (wanted > 0 && preempt(this.#open, size, wanted, now)) this.#keepUntil = now + KEEP_MS;
    // Tasks that leave connections to others may have waited long enough.
    this.#serveFree(this.#priority(now));
    return isBusy;
  }

  /** Why a task waits no longer. */
  #refusalOf({ task }: Waiter, now: number): Error | undefined {
    if (task.client?.isGone() === true) return clientGone();
    if (!this.#paces.isLate(task, this.#options.waitMs, now)) return undefined;
    this.#counts.refused++;
    const hasAnswered = [...this.#open].some((connection) => connection.hasAnswered);
    return hasAnswered || now - task.askedAt < this.#options.waitMs ? overloaded() : unreachable();
  }

  #add(): Connection {
    const connection = new Connection(this.#options);
    this.#open.add(connection);
    return connection;
  }

  #drop(connection: Connection): Promise<void> {
    this.#open.delete(connection);
    if (connection.state === 'unresponsive') this.#options.onUnresponsive();
    return connection.close();
  }
}
