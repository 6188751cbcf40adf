import type { Content } from '../../content/index.js';
import type { Family } from '../../observe/index.js';
import { processFamilies } from '../observe/collected.js';
import { isOwnWorker } from './count.js';
import { type Order, isOurs, report, reportLast } from './messages.js';

type Families = readonly Family[];

/** How long a scrape waits for the other processes, which may be busy or may be starting. */
const PATIENCE_MS = 2_000;
/** How often a worker reports without a question. If the worker crashes, its counts since the last report are lost. */
const REPORT_MS = 5_000;

/**
 * The metrics of all processes of this server; one list for each process, and one for the processes that have ended.
 */
export async function collectAll(content: Content): Promise<readonly Families[]> {
  const own = processFamilies(content);
  return isOwnWorker() ? [own, ...(await othersOf(own))] : [own];
}

let last = 0;

/** Asks the primary, which asks the other workers. The primary learns the metrics of this worker, too. */
function othersOf(own: Families): Promise<readonly Families[]> {
  const id = `${process.pid}:${++last}`;
  return new Promise((resolve) => {
    const end = (families: readonly Families[]) => {
      clearTimeout(timer);
      process.off('message', hear);
      resolve(families);
    };
    const hear = (message: unknown) => {
      if (!isOurs(message)) return;
      const order = message as Order; // Only the primary sends messages to this process.
      if (order.contentGen === 'collected' && order.id === id) end(order.families);
    };
    // The primary answers sooner, also if a worker does not.
    const timer = setTimeout(end, 2 * PATIENCE_MS, []);
    process.on('message', hear);
    report({ contentGen: 'collect', id, families: own });
  });
}

/** Answers the question of another worker. A worker without a project counts nothing. */
export function reportFamilies(id: string, content: Content | undefined): void {
  report({ contentGen: 'families', id, families: content === undefined ? [] : processFamilies(content) });
}

/** Reports from time to time, so that the primary knows the counts of this worker if the worker crashes. */
export function keepReporting(find: () => Content | undefined): void {
  setInterval(() => {
    const content = find();
    if (content?.metrics !== undefined) report({ contentGen: 'families', families: processFamilies(content) });
  }, REPORT_MS).unref();
}

/** Reports before this worker ends. */
export async function reportAtEnd(content: Content | undefined): Promise<void> {
  if (content?.metrics === undefined) return;
  await reportLast({ contentGen: 'families', families: processFamilies(content) });
}

/** The questions of workers that the primary passes on. */
export class Collections {
  readonly #open = new Map<string, () => void>();

  /** Asks `count` workers, and waits a short time for their answers. */
  ask(id: string, count: number, ask: () => void): Promise<void> {
    return new Promise((resolve) => {
      let answers = 0;
      const end = () => {
        clearTimeout(timer);
        this.#open.delete(id);
        resolve();
      };
      const timer = setTimeout(end, PATIENCE_MS);
      this.#open.set(id, () => void (++answers === count && end()));
      ask();
      if (count === 0) end();
    });
  }

  noteAnswer(id: string): void {
    this.#open.get(id)?.();
  }
}
