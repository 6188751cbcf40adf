import { writeLog } from '../../errors/index.js';
import { setTimeout as sleep } from 'node:timers/promises';

import { Backoff } from './backoff.js';
import { Collections } from './collection.js';
import type { WorkerReport } from './messages.js';
import { beating, pulseMs } from './pulse.js';
import { WorkerMetrics } from './worker-metrics.js';
import { WorkerProcess } from './worker-process.js';

interface PrimaryOptions {
  /** The number of workers. */
  readonly count: number;
  readonly hostname: string;
  readonly drainMs: number;
  readonly patienceMs: number;
  /** A worker whose event loop does not run for so long is replaced. */
  readonly blockedMs: number | false;
}

/**
 * Starts the workers, which run the same program, and replaces them. The primary serves no requests itself: it owns the
 * socket, and Node gives each connection to the next worker.
 */
export class Primary {
  readonly #options: PrimaryOptions;
  readonly #backoff = new Backoff();
  readonly #collections = new Collections();
  readonly #metrics = new WorkerMetrics<WorkerProcess>();
  readonly #workers = new Set<WorkerProcess>();
  /** Workers whose successors start. */
  readonly #leaving = new Set<WorkerProcess>();
  readonly #pulseMs: number | undefined;
  #pulse: NodeJS.Timeout | undefined;
  #url = '';
  #stopping: Promise<void> | undefined;
  #restarting: Promise<void> | undefined;
  #restartsAgain = false;

  constructor(options: PrimaryOptions) {
    this.#options = options;
    this.#pulseMs = pulseMs(options.blockedMs);
  }

  /**
   * Ends the process if the first worker cannot listen; that worker has said why. Signals may come before the start is
   * done.
   */
  async start(): Promise<void> {
    const { hostname, count } = this.#options;
    if (this.#pulseMs !== undefined) this.#pulse = setInterval(() => this.#replaceBlocked(), this.#pulseMs);
    const first = this.#add();
    const address = await first.listening;
    // A server that is told to end during the start ends with its workers.
    if (this.#stopping !== undefined) return this.#stopping;
    if (address === undefined) process.exit((await first.ended).code || 1);
    this.#url = `http://${hostname}:${address.port}`;
    const others = Array.from({ length: count - 1 }, () => this.#add());
    await Promise.all(others.map((worker) => worker.listening));
  }

  get url(): string {
    return this.#url;
  }

  stop(drainMs: number): Promise<void> {
    const { patienceMs } = this.#options;
    clearInterval(this.#pulse);
    const endAll = () => Promise.all([...this.#workers].map((worker) => worker.end('stop', drainMs, patienceMs)));
    return (this.#stopping ??= endAll().then(() => undefined));
  }

  /** Ends the time in which stopping workers still serve. */
  hurry(): void {
    if (this.#stopping !== undefined) for (const worker of this.#workers) worker.tell({ contentGen: 'hurry' });
  }

  /**
   * Replaces the workers one after the other, each as soon as its successor listens, so that some worker always
   * listens.
   */
  restart(): void {
    // Workers that start already run the program that is there now.
    if (this.#stopping !== undefined || this.#url === '') return;
    if (this.#restarting !== undefined) {
      this.#restartsAgain = true;
      return;
    }
    this.#restarting = this.#replaceAll().finally(() => {
      this.#restarting = undefined;
      const again = this.#restartsAgain;
      this.#restartsAgain = false;
      if (again) this.restart();
    });
  }

  async #replaceAll(): Promise<void> {
    const old = [...this.#workers].filter((worker) => !worker.mustEnd);
    for (const worker of old) if (!(await this.#replace(worker))) return;
    if (this.#stopping === undefined) log('info', `All ${old.length} workers were restarted`);
  }

  /** Returns whether the successor listens. If the successor does not, the old worker stays. */
  async #replace(old: WorkerProcess): Promise<boolean> {
    if (this.#stopping !== undefined) return false;
    if (old.mustEnd || this.#leaving.has(old) || !this.#workers.has(old)) return true;
    this.#leaving.add(old);
    const successor = this.#add(true);
    const address = await successor.listening;
    this.#leaving.delete(old);
    if (address === undefined) {
      log('error', 'A new worker ended before it listened, so the old ones stay', old.pid);
      if (!this.#workers.has(old)) this.#add();
      return false;
    }
    // A signal may have come meanwhile.
    if (this.#stopping !== undefined) return false;
    if (this.#workers.has(old)) await old.end('retire', this.#options.drainMs, this.#options.patienceMs);
    return true;
  }

  /** `onTrial`: the worker is not replaced if it ends before it listens. */
  #add(onTrial = false): WorkerProcess {
    const worker = WorkerProcess.start(this.#options.count, this.#pulseMs === undefined ? [] : beating(this.#pulseMs));
    this.#workers.add(worker);
    worker.onReport((report) => this.#hear(worker, report));
    void this.#watch(worker, onTrial);
    return worker;
  }

  #hear(worker: WorkerProcess, report: WorkerReport): void {
    if (report.contentGen === 'asked to end') void this.#replace(worker);
    else if (report.contentGen === 'beat') worker.beat();
    else {
      this.#metrics.note(worker, report.families);
      if (report.contentGen === 'collect') void this.#collect(worker, report.id);
      else if (report.id !== undefined) this.#collections.noteAnswer(report.id);
    }
  }

  /** Gives a worker the metrics of the other workers, and of workers that have ended. */
  async #collect(worker: WorkerProcess, id: string): Promise<void> {
    const others = [...this.#workers].filter((one) => one !== worker && one.isServing);
    await this.#collections.ask(id, others.length, () => {
      for (const other of others) other.tell({ contentGen: 'report', id });
    });
    worker.tell({ contentGen: 'collected', id, families: this.#metrics.without(worker) });
  }

  /**
   * Kills workers that accept connections and answer nothing, or that never begin to listen. The end of such a worker
   * counts as a crash.
   */
  #replaceBlocked(): void {
    for (const worker of this.#workers) {
      if (!worker.checkPulse()) continue;
      log('error', `A worker did not answer for ${this.#options.blockedMs} ms, so it is killed`, worker.pid);
      worker.kill();
    }
  }

  async #watch(worker: WorkerProcess, onTrial: boolean): Promise<void> {
    const { code, signal, aliveMs } = await worker.ended;
    this.#workers.delete(worker);
    void worker.disconnected.then(() => this.#metrics.end(worker));
    const hasServed = (await worker.listening) !== undefined;
    if (worker.mustEnd || this.#leaving.has(worker) || (onTrial && !hasServed)) return;
    if (this.#stopping !== undefined || this.#url === '') return;
    this.#metrics.noteLost();
    const waitMs = this.#backoff.after(aliveMs);
    const reason = signal === null ? `with the code ${code}` : `by ${signal}`;
    log('error', `A worker ended ${reason}; another one starts in ${waitMs} ms`, worker.pid);
    await sleep(waitMs);
    // A restart may have begun meanwhile, and replaces only the workers that existed then.
    if (this.#stopping === undefined) this.#add();
  }
}

/** One line of JSON, like the log of failed requests. */
function log(level: 'info' | 'error', message: string, pid?: number): void {
  writeLog({ level, message, ...(pid === undefined ? {} : { pid }) });
}
