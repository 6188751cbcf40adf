import type postgres from 'postgres';

import { type Lane, endLane, openLane, unreachable } from './lane.js';

/** Several lanes, each used by one at a time: whoever is quick does not wait for somebody slow on the same connection. */
export interface Lanes {
  use<T>(work: (lane: Lane) => Promise<T>): Promise<T>;
  /** Replaces every lane when it is free. */
  renew(): void;
  close(): Promise<void>;
}

export interface LanesOptions {
  readonly count: number;
  /** How long somebody waits for a free lane, in milliseconds. */
  readonly patience: number;
  readonly open: (onclose: () => void) => postgres.Sql;
}

type Waiting = (lane: Lane) => void;

export function openLanes({ count, patience, open }: LanesOptions): Lanes {
  const lanes = new Set<Lane>();
  const free: Lane[] = [];
  const waiting = new Set<Waiting>();

  const make = (): Lane => {
    const lane = openLane(open);
    lanes.add(lane);
    return lane;
  };
  const drop = (lane: Lane): Promise<void> => {
    lanes.delete(lane);
    return endLane(lane);
  };
  const take = (): Lane | undefined => {
    for (let lane = free.pop(); lane !== undefined; lane = free.pop()) {
      if (lane.state === 'working') return lane;
      void drop(lane);
    }
    return lanes.size < count ? make() : undefined;
  };
  const wait = (): Promise<Lane> =>
    new Promise((resolve, reject) => {
      const give: Waiting = (given) => {
        clearTimeout(timer);
        resolve(given);
      };
      const timer = setTimeout(() => {
        waiting.delete(give);
        reject(unreachable());
      }, patience);
      waiting.add(give);
    });
  const release = (used: Lane): void => {
    const works = used.state === 'working';
    if (!works) void drop(used);
    const [next] = waiting;
    if (next !== undefined) {
      waiting.delete(next);
      next(works ? used : make());
    } else if (works) free.push(used);
  };

  return {
    async use(work) {
      const lane = take() ?? (await wait());
      try {
        return await work(lane);
      } finally {
        release(lane);
      }
    },
    renew() {
      for (const lane of lanes) if (lane.state === 'working') lane.state = 'retired';
      for (const lane of free.splice(0)) void drop(lane);
    },
    close: async () => void (await Promise.all([...lanes].map(endLane))),
  };
}
