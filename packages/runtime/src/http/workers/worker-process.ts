import cluster, { type Address, type Worker } from 'node:cluster';

import { WORKERS } from '../../database/index.js';
import { type Order, type WorkerReport, isOurs } from './messages.js';
import { Pulse } from './pulse.js';
import { closeUntaken } from './untaken-connection.js';

/** How long a worker may take to end beyond its time, before it is killed. */
const GRACE_MS = 5_000;

interface Ended {
  readonly code: number;
  /** `null`: the worker ended by itself. */
  readonly signal: string | null;
  readonly aliveMs: number;
}

/** A worker as its primary sees it. */
export class WorkerProcess {
  /** Resolves with the address when the worker accepts requests; `undefined`: the worker ended before. */
  readonly listening: Promise<Address | undefined>;
  readonly ended: Promise<Ended>;
  /** Resolves when the last message of the worker has been read, which may be after the end of the worker. */
  readonly disconnected: Promise<void>;
  readonly #worker: Worker;
  readonly #pulse = new Pulse();
  #mustEnd = false;
  #hasNoSuccessor = false;
  #isOnline = false;
  #isServing = false;

  private constructor(worker: Worker) {
    const startedAt = performance.now();
    this.#worker = worker;
    this.ended = new Promise((resolve) =>
      worker.once('exit', (code, signal) => resolve({ code, signal, aliveMs: performance.now() - startedAt })),
    );
    this.disconnected = new Promise((resolve) => worker.once('disconnect', resolve));
    worker.once('online', () => (this.#isOnline = true));
    closeUntaken(worker, () => this.#hasNoSuccessor);
    this.listening = new Promise((resolve) => {
      worker.once('listening', (address) => {
        this.#isServing = true;
        resolve(address);
      });
      void this.ended.then(() => resolve(undefined));
    });
    // A message to a worker that has just ended fails; the end of the worker is reported in any case.
    worker.on('error', () => undefined);
  }

  /** `options`: options of Node, besides those of this process. */
  static start(count: number, options: readonly string[]): WorkerProcess {
    const { execArgv: given = process.execArgv } = cluster.settings;
    cluster.setupPrimary({ execArgv: [...options, ...given] });
    const worker = cluster.fork({ [WORKERS]: String(count) });
    // The project may start workers of its own.
    cluster.setupPrimary({ execArgv: given });
    return new WorkerProcess(worker);
  }

  get pid(): number | undefined {
    return this.#worker.process.pid;
  }

  /** Whether the worker was told to end, so that its end is no crash. */
  get mustEnd(): boolean {
    return this.#mustEnd;
  }

  /** Whether the worker has begun to accept requests. */
  get isServing(): boolean {
    return this.#isServing;
  }

  onReport(hear: (report: WorkerReport) => void): void {
    this.#worker.on('message', (message: unknown) => {
      if (isOurs(message)) hear(message as WorkerReport); // Only this worker sends messages over this channel.
    });
  }

  /** Called when a beat is due. Returns whether the worker is blocked. */
  checkPulse(): boolean {
    if (!this.#isOnline || this.#mustEnd) return false;
    if (this.#pulse.isBlocked) return true;
    this.#pulse.wait();
    return false;
  }

  beat(): void {
    this.#pulse.beat();
  }

  /** A blocked process hears neither messages nor other signals. */
  kill(): void {
    this.#worker.process.kill('SIGKILL');
  }

  /**
   * Tells the worker to end, and kills it if it has not ended within `patienceMs` after the time in which it still
   * serves.
   */
  async end(order: 'stop' | 'retire', drainMs: number, patienceMs: number): Promise<void> {
    this.#mustEnd = true;
    this.#hasNoSuccessor = order === 'stop';
    this.tell({ contentGen: order, drainMs });
    // Until a worker listens, it has nothing to finish, and its program need not have loaded the code that hears
    // orders.
    if (order === 'stop' && !this.#isServing) this.#worker.process.kill('SIGTERM');
    const timer = setTimeout(() => this.kill(), drainMs + patienceMs + GRACE_MS);
    await this.ended;
    clearTimeout(timer);
  }

  tell(order: Order): void {
    if (this.#worker.isConnected()) this.#worker.send(order, () => undefined);
  }
}
