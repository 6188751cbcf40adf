import type postgres from 'postgres';

import type { DriverEvents } from '../../../src/database/connection.js';
import { Locks } from './locks.js';
import { Processors } from './processors.js';

/** What a statement does at the simulated server. */
export interface Work {
  /** Whose statement it is. */
  readonly name: string;
  /** How long it takes, in milliseconds, the wait for its lock not included. */
  readonly ms: number;
  /** Whether it writes. Outside of a transaction, the write is committed when the statement ends. */
  readonly writes?: boolean;
  /** A document that it locks to the end of its transaction. */
  readonly lock?: string;
}

export interface ServerOptions {
  /** From 0 to 1. */
  readonly random: () => number;
  /** The longest time until an order to cancel takes effect. */
  readonly cancelMs: number;
  /** How many statements run at full speed at the same time; otherwise any number. */
  readonly processors?: number | undefined;
}

/** An answer of PostgreSQL that is an error. */
function serverError(code: string): Error {
  return Object.assign(new Error(`Simulated error ${code}`), { name: 'PostgresError', code });
}

function connectionError(code: string): Error {
  return Object.assign(new Error(`Simulated loss ${code}`), { code });
}

/** A statement as the driver has it: it is sent when its answer is asked for. */
class SimulatedStatement {
  /** The driver has an object here from the moment when it has sent the statement. */
  state: object | null = null;
  readonly work: Work;
  readonly text: string;
  readonly #connection: SimulatedConnection;
  resolve!: (result: object) => void;
  reject!: (error: Error) => void;

  constructor(connection: SimulatedConnection, work: Work, text: string) {
    this.#connection = connection;
    this.work = work;
    this.text = text;
  }

  readonly canceller = async (): Promise<void> => this.#connection.cancel();

  forEach(): Promise<object> {
    return new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
      this.#connection.send(this);
    });
  }
}

/** One connection of the driver, and the session of the server at its other end. */
class SimulatedConnection {
  readonly server: SimulatedServer;
  readonly #events: DriverEvents;
  readonly #queue: SimulatedStatement[] = [];
  /** Whose statement was the last one that is neither BEGIN, COMMIT nor ROLLBACK. */
  #owner = '';
  hasAnswered = false;
  #isOpen = false;
  #isOpening = false;
  isClosed = false;
  #isSilent = false;
  #timer: NodeJS.Timeout | undefined;
  /** Writes of the open transaction; `undefined` outside of one. */
  #writes: string[] | undefined;
  #isAborted = false;
  #whenEmpty: (() => void) | undefined;

  constructor(server: SimulatedServer, events: DriverEvents) {
    this.server = server;
    this.#events = events;
  }

  /** The part of the driver's client that the pool uses. */
  get sql(): postgres.Sql {
    const client = {
      unsafe: (text: string) => new SimulatedStatement(this, { name: text, ms: 0.2 }, text).forEach(),
      end: ({ timeout }: { readonly timeout: number }) => this.#end(timeout === 0),
      simulated: this,
    };
    return client as unknown as postgres.Sql;
  }

  statement(work: Work): SimulatedStatement {
    return new SimulatedStatement(this, work, 'work');
  }

  send(statement: SimulatedStatement): void {
    if (this.isClosed) {
      return statement.reject(connectionError('CONNECTION_ENDED'));
    }
    if (statement.text === 'work') this.#owner = statement.work.name;
    this.#queue.push(statement);
    this.server.noteQueue(this.#queue.length);
    if (this.#isSilent) this.#noteLost(statement);
    if (this.#isOpen) statement.state = {};
    else this.#open();
    if (this.#isOpen && this.#queue.length === 1) this.#begin();
  }

  #open(): void {
    if (this.#isOpening) return;
    this.#isOpening = true;
    setTimeout(
      () => {
        if (this.isClosed) return;
        this.#isOpen = true;
        this.#events.onparameter('in_hot_standby', 'off');
        for (const statement of this.#queue) statement.state = {};
        this.#begin();
      },
      this.server.between(2, 20),
    );
  }

  /** Begins with the statement in front. */
  #begin(): void {
    const [front] = this.#queue;
    if (front === undefined) {
      this.#whenEmpty?.();
      return;
    }
    if (this.#isSilent) return;
    if (this.#isAborted && front.text !== 'rollback' && front.text !== 'commit') {
      this.#timer = setTimeout(() => this.#fail('25P02'), 0.1);
      return;
    }
    const { lock, ms } = front.work;
    if (lock !== undefined && !this.server.locks.take(lock, this)) return;
    this.server.processors.work(this, ms, () => this.#answer());
  }

  /** The lock that the statement in front waited for is free. */
  wake(): void {
    this.#begin();
  }

  #answer(): void {
    const front = this.#queue[0];
    if (front === undefined || this.#isSilent) return;
    const command = this.#carryOut(front);
    this.#queue.shift();
    this.hasAnswered = true;
    front.resolve({ command, count: 0 });
    this.#begin();
  }

  /** Returns what PostgreSQL names as the command. */
  #carryOut({ text, work }: SimulatedStatement): string {
    if (text === 'begin') this.#writes = [];
    if (text === 'rollback' || text === 'commit') {
      const command = text === 'rollback' || this.#isAborted ? 'ROLLBACK' : 'COMMIT';
      if (command === 'COMMIT') this.#writes?.forEach((each) => this.server.commit(each));
      this.#endTransaction();
      return command;
    }
    if (work.writes === true && this.#writes === undefined) this.server.commit(work.name);
    else if (work.writes === true) this.#writes?.push(work.name);
    return 'SELECT';
  }

  #fail(code: string): void {
    if (this.#isSilent) return;
    const front = this.#queue.shift();
    if (front === undefined) return;
    if (this.#writes !== undefined) this.#isAborted = true;
    front.reject(serverError(code));
    this.#begin();
  }

  #noteLost({ text, work }: SimulatedStatement): void {
    this.server.noteLost(text === 'work' ? work.name : this.#owner);
  }

  #endTransaction(): void {
    this.#writes = undefined;
    this.#isAborted = false;
    this.server.locks.release(this)?.wake();
  }

  /** The order takes its own way, so it may reach a later statement, or none. */
  cancel(): void {
    setTimeout(
      () => {
        if (this.isClosed || this.#isSilent || this.#queue.length === 0) return;
        this.#stop();
        this.#fail('57014');
      },
      this.server.between(0.5, this.server.cancelMs),
    );
  }

  /** The server answers nothing any more over this connection. */
  fallSilent(): void {
    this.#isSilent = true;
    for (const statement of this.#queue) this.#noteLost(statement);
  }

  /** The connection is lost: before the statement that the server worked on has had its effect, or after it. */
  cut(code = 'CONNECTION_CLOSED'): void {
    if (this.isClosed) return;
    this.isClosed = true;
    const [front] = this.#queue;
    if (front !== undefined && this.#isOpen && this.server.between(0, 1) < 0.5) this.#carryOut(front);
    this.#stop();
    this.#endTransaction();
    this.server.noteClosed(this);
    this.#events.onclose();
    for (const statement of this.#queue.splice(0)) {
      this.#noteLost(statement);
      statement.reject(connectionError(code));
    }
    this.#whenEmpty?.();
  }

  /** Ends the work on the statement in front. */
  #stop(): void {
    clearTimeout(this.#timer);
    this.server.processors.stop(this);
    this.server.locks.leave(this);
  }

  async #end(atOnce: boolean): Promise<void> {
    if (this.isClosed) return;
    if (!atOnce && this.#queue.length > 0) await new Promise<void>((resolve) => (this.#whenEmpty = resolve));
    this.cut('CONNECTION_DESTROYED');
  }
}

/** A PostgreSQL server in virtual time: connections, statements in their order, locks, orders to cancel, losses. */
export class SimulatedServer {
  readonly #random: () => number;
  readonly cancelMs: number;
  readonly open = new Set<SimulatedConnection>();
  readonly locks = new Locks<SimulatedConnection>();
  readonly processors: Processors<SimulatedConnection>;
  readonly #committed = new Map<string, number>();
  /** How often a statement has lost its connection, by its name. */
  readonly #lost = new Map<string, number>();
  mostOpen = 0;
  mostOnOneConnection = 0;

  constructor({ random, cancelMs, processors }: ServerOptions) {
    this.#random = random;
    this.cancelMs = cancelMs;
    this.processors = new Processors(processors);
  }

  between(from: number, to: number): number {
    return from + this.#random() * (to - from);
  }

  connect(events: DriverEvents): postgres.Sql {
    const connection = new SimulatedConnection(this, events);
    this.open.add(connection);
    this.mostOpen = Math.max(this.mostOpen, this.open.size);
    return connection.sql;
  }

  noteQueue(length: number): void {
    this.mostOnOneConnection = Math.max(this.mostOnOneConnection, length);
  }

  noteClosed(connection: SimulatedConnection): void {
    this.open.delete(connection);
  }

  /** One of the connections that have answered before: a loss of another one is a server that cannot be reached. */
  any(): SimulatedConnection | undefined {
    const answered = [...this.open].filter(({ hasAnswered }) => hasAnswered);
    return answered[Math.floor(this.#random() * answered.length)];
  }

  commit(name: string): void {
    this.#committed.set(name, this.timesCommitted(name) + 1);
  }

  timesCommitted(name: string): number {
    return this.#committed.get(name) ?? 0;
  }

  noteLost(name: string): void {
    this.#lost.set(name, this.timesLost(name) + 1);
  }

  timesLost(name: string): number {
    return this.#lost.get(name) ?? 0;
  }
}

/** A statement on a connection that a simulated server has opened. */
export function statementOn(sql: postgres.Sql, work: Work): SimulatedStatement {
  const { simulated } = sql as unknown as { readonly simulated: SimulatedConnection };
  return simulated.statement(work);
}
