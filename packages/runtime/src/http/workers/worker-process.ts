import cluster, { type Address, type Worker } from 'node:cluster';

import { WORKERS } from '../../database/index.js';
import { type Order, type Report, isOurs } from './messages.js';
import { Pulse } from './pulse.js';

/** How long a worker may take to end after it had to, before it is killed. */
const GRACE_MS = 5_000;

export interface Ended {
  readonly code: number;
  /** `null`: it ended by itself. */
  readonly signal: string | null;
  readonly aliveMs: number;
}

/** A worker as its primary sees it. */
export class WorkerProcess {
  /** Resolves with the address when it accepts requests; `undefined`: it ended before. */
  readonly listening: Promise<Address | undefined>;
  readonly ended: Promise<Ended>;
  readonly #worker: Worker;
  readonly #pulse = new Pulse();
  #mustEnd = false;
  #isServing = false;

  private constructor(worker: Worker) {
    const startedAt = performance.now();
    this.#worker = worker;
    this.ended = new Promise((resolve) =>
      worker.once('exit', (code, signal) => resolve({ code, signal, aliveMs: performance.now() - startedAt })),
    );
    this.listening = new Promise((resolve) => {
      worker.once('listening', (address) => {
        this.#isServing = true;
        resolve(address);
      });
      void this.ended.then(() => resolve(undefined));
    });
    // A message to a worker that has just ended fails; its end is reported in any case.
    worker.on('error', () => undefined);
  }

  static start(count: number): WorkerProcess {
    return new WorkerProcess(cluster.fork({ [WORKERS]: String(count) }));
  }

  get pid(): number | undefined {
    return this.#worker.process.pid;
  }

  /** Whether it was told to end, so that its end is no crash. */
  get mustEnd(): boolean {
    return this.#mustEnd;
  }

  /** Whether it has begun to accept requests. */
  get isServing(): boolean {
    return this.#isServing;
  }

  onReport(hear: (report: Report) => void): void {
    this.#worker.on('message', (message: unknown) => {
      if (isOurs(message)) hear(message as Report); // Only this worker sends messages over this channel.
    });
  }

  /** Asks a worker that serves whether its event loop runs. Returns whether it is blocked. */
  ask(): boolean {
    if (!this.#isServing || this.#mustEnd) return false;
    if (this.#pulse.isBlocked) return true;
    this.#pulse.asked();
    this.tell({ contentGen: 'ask' });
    return false;
  }

  answered(): void {
    this.#pulse.answered();
  }

  /** A blocked process hears neither messages nor other signals. */
  kill(): void {
    this.#worker.process.kill('SIGKILL');
  }

  /** Tells it to end, and kills it if it has not ended within `patienceMs` after the time in which it still serves. */
  async end(order: 'stop' | 'retire', drainMs: number, patienceMs: number): Promise<void> {
    this.#mustEnd = true;
    this.tell({ contentGen: order, drainMs });
    const timer = setTimeout(() => this.kill(), drainMs + patienceMs + GRACE_MS);
    await this.ended;
    clearTimeout(timer);
  }

  tell(order: Order): void {
    if (this.#worker.isConnected()) this.#worker.send(order, () => undefined);
  }
}
