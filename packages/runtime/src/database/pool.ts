import type postgres from 'postgres';

import { type Lane, endLane, openLane, unreachable } from './connection.js';

/** Several lanes. Whoever is quick does not wait for somebody slow on the same connection. */
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
  /** Where there is no free one: a statement may be sent behind another, so that the server has it when it is done. */
  readonly shared: boolean;
  readonly open: (onclose: () => void) => postgres.Sql;
}

/** What has been under way for longer may take any time. */
const QUICK_MS = 20;
/** Statements on one lane: more would gain nothing, and wait for each other. */
const MAX_USERS = 3;

type Waiting = (lane: Lane) => void;

export function openLanes({ count, patience, shared, open }: LanesOptions): Lanes {
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
  const occupy = (lane: Lane): Lane => {
    if (lane.users++ === 0) lane.begun = performance.now();
    return lane;
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
  /** The one with the fewest statements, or of these the one that has just begun. */
  const share = (): Lane | undefined => {
    const now = performance.now();
    let best: Lane | undefined;
    for (const lane of shared ? lanes : []) {
      const isQuick = now - lane.begun < QUICK_MS;
      if (lane.state !== 'working' || lane.users === MAX_USERS || !isQuick) continue;
      const order = best === undefined ? -1 : lane.users - best.users || best.begun - lane.begun;
      if (order < 0) best = lane;
    }
    return best;
  };
  const release = (used: Lane): void => {
    used.users--;
    // Whoever is behind has the connection from now on.
    if (used.users > 0) used.begun = performance.now();
    const works = used.state === 'working';
    if (!works && used.users === 0) void drop(used);
    const [next] = waiting;
    if (next !== undefined && (works || used.users === 0)) {
      waiting.delete(next);
      next(occupy(works ? used : make()));
    } else if (works && used.users === 0) free.push(used);
  };

  return {
    async use(work) {
      const found = take() ?? share();
      const lane = found === undefined ? await wait() : occupy(found);
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
