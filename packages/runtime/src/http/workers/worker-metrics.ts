import { type Family, countedIn, counter, sumOf } from '../../observe/index.js';

type Families = readonly Family[];

const LOST = 'content_gen_workers_lost_total';

/** The last metrics that each worker has reported. The counts of a worker stay when the worker has ended. */
export class WorkerMetrics<Worker> {
  readonly #last = new Map<Worker, Families>();
  #ended: Families = [];
  #lost = 0;

  note(worker: Worker, families: Families): void {
    this.#last.set(worker, families);
  }

  noteLost(): void {
    this.#lost++;
  }

  /** Keeps what a worker counted until its last report. */
  end(worker: Worker): void {
    this.#ended = sumOf([this.#ended, countedIn(this.#last.get(worker) ?? [])]);
    this.#last.delete(worker);
  }

  /** The metrics of all workers but one, and of all workers that have ended. */
  without(worker: Worker): readonly Families[] {
    const others = [...this.#last].flatMap(([one, families]) => (one === worker ? [] : [families]));
    const lost = counter(LOST, 'Workers that crashed, or that were killed because they were blocked', [
      [LOST, this.#lost],
    ]);
    return [[lost], this.#ended, ...others];
  }
}
