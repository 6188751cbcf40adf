import type { Content } from '../../content/index.js';
import type { Family } from '../../observe/index.js';
import { processFamilies } from '../observe/collected.js';
import { isOwnWorker } from './count.js';
import { type Order, isOurs, report } from './messages.js';

type Families = readonly Family[];

/** How long a scrape waits for the other processes, which may be busy or may be starting. */
const PATIENCE_MS = 2_000;

/** The metrics of all processes of this server; one list for each. */
export async function collectAll(content: Content): Promise<readonly Families[]> {
  return isOwnWorker() ? [processFamilies(content), ...(await othersOf())] : [processFamilies(content)];
}

let last = 0;

/** Asks the primary, which asks the other workers. */
function othersOf(): Promise<readonly Families[]> {
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
    report({ contentGen: 'collect', id });
  });
}

/** Answers the question of another worker. A worker without a project counts nothing. */
export function reportFamilies(id: string, content: Content | undefined): void {
  report({ contentGen: 'families', id, families: content === undefined ? [] : processFamilies(content) });
}

/** The questions of workers that the primary passes on. */
export class Collections {
  readonly #open = new Map<string, { readonly add: (families: Families) => void }>();

  /** Asks `count` workers, and gives back what came in time. */
  ask(id: string, count: number, ask: () => void): Promise<readonly Families[]> {
    return new Promise((resolve) => {
      const found: Families[] = [];
      const end = () => {
        clearTimeout(timer);
        this.#open.delete(id);
        resolve(found);
      };
      const timer = setTimeout(end, PATIENCE_MS);
      const add = (families: Families) => void (found.push(families) === count && end());
      this.#open.set(id, { add });
      ask();
      if (count === 0) end();
    });
  }

  add(id: string, families: Families): void {
    this.#open.get(id)?.add(families);
  }
}
