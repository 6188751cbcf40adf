import type { Client } from '../../../src/database/client.js';
import { Hosts } from '../../../src/database/hosts.js';
import { Preempted } from '../../../src/database/failures.js';
import { Pool } from '../../../src/database/pool/pool.js';
import { SpeedClasses } from '../../../src/database/pool/speed.js';
import { Task } from '../../../src/database/pool/task.js';
import { runStatement } from '../../../src/database/statement.js';
import { LostBeforeCommit, runTransaction } from '../../../src/database/transaction.js';
import { SimulatedServer, statementOn } from './simulated-server.js';

/** How long a task may wait for a connection, and a statement may take. */
export const WAIT_MS = 5_000;
export const LIMIT_MS = 15_000;

/** A caller's wish: a single statement, or the statements of a transaction. */
export interface Wish {
  readonly name: string;
  /** When it is asked for. */
  readonly at: number;
  readonly caller: string;
  readonly type?: string;
  /** `undefined`: a transaction. */
  readonly text?: string;
  readonly isRead: boolean;
  /** The document that a transaction locks. */
  readonly document?: string;
  /** How long its statements take; a single one has one. */
  readonly ms: readonly number[];
  readonly timeoutMs?: number;
  /** When its client goes away. */
  readonly goneAt?: number;
}

/** What became of a wish. */
export interface Outcome {
  readonly wish: Wish;
  /** From its asking to its answer. */
  readonly ms: number;
  readonly error: unknown;
}

export interface WorldOptions {
  readonly size: number;
  readonly pipelined: boolean;
  readonly random: () => number;
  readonly cancelMs?: number;
  /** Those of the server; otherwise no statement slows another one down. */
  readonly processors?: number;
}

/** A pool, and a server that answers in virtual time. */
export class World {
  readonly server: SimulatedServer;
  readonly pool: Pool;
  readonly #speeds = new SpeedClasses();

  constructor({ size, pipelined, random, cancelMs = 30, processors }: WorldOptions) {
    this.server = new SimulatedServer({ random, cancelMs, processors });
    this.pool = new Pool({
      size,
      pipelined,
      waitMs: WAIT_MS,
      silentMs: LIMIT_MS,
      speeds: this.#speeds,
      hosts: new Hosts({ hosts: [] }),
      onError: () => undefined,
      renewAll: () => this.pool.renew(),
      onUnresponsive: () => this.pool.dropFree(),
      onForgotten: () => undefined,
      open: (_host, events) => this.server.connect(events),
    });
  }

  /** Asks for all wishes in their time, and waits until each of them has an outcome. */
  async grant(wishes: readonly Wish[]): Promise<readonly Outcome[]> {
    const outcomes = await Promise.all(wishes.map((wish) => this.#grantInTime(wish)));
    // A statement whose caller was answered before it has ended keeps its connection until then.
    await pause(2 * LIMIT_MS);
    return outcomes;
  }

  async #grantInTime(wish: Wish): Promise<Outcome> {
    await pause(wish.at - performance.now());
    const askedAt = performance.now();
    const error = await (wish.text === undefined ? this.#transaction(wish) : this.#single(wish, wish.text)).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    return { wish, ms: performance.now() - askedAt, error };
  }

  #single(wish: Wish, text: string): Promise<unknown> {
    const [ms = 0] = wish.ms;
    const task = new Task({
      client: clientOf(wish),
      text,
      isRead: wish.isRead,
      type: wish.type,
      limitMs: LIMIT_MS,
      speed: this.#speeds.of(text),
    });
    return this.pool.use(task, (connection, at) =>
      runStatement(connection, at, statementOn(connection.sql, { name: wish.name, ms, writes: !wish.isRead })),
    );
  }

  /** As `transaction` of `retry.ts` does, without its pauses. */
  async #transaction(wish: Wish, isSlow = false, lost = 0): Promise<void> {
    const { document, type } = wish;
    const client = clientOf(wish);
    const speed = isSlow ? 'slow' : 'unknown';
    const asked = new Task({ client, limitMs: LIMIT_MS, type, document, isRepeated: true, speed });
    try {
      await this.pool.use(asked, (connection, task) =>
        runTransaction({ connection, task, timeoutMs: WAIT_MS, readsFirst: document !== undefined }, async (queue) => {
          for (const [n, ms] of wish.ms.entries()) {
            const writes = n === wish.ms.length - 1;
            const lock = n === 0 && document !== undefined ? { lock: document } : {};
            await queue.send(() =>
              runStatement(connection, task, statementOn(connection.sql, { name: wish.name, ms, writes, ...lock })),
            );
          }
        }),
      );
    } catch (error) {
      if (error instanceof Preempted) return this.#transaction(wish, true, lost);
      if (error instanceof LostBeforeCommit && lost < 2) return this.#transaction(wish, isSlow, lost + 1);
      throw error;
    }
  }
}

function clientOf({ caller, timeoutMs, goneAt = Infinity }: Wish): Client {
  return { caller, timeoutMs, isGone: () => performance.now() >= goneAt };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
