import type postgres from 'postgres';

/**
 * Connections for transactions, each a client of its own. The driver goes on writing to a connection that it holds for a
 * transaction and that is gone, which ends the process; a client with one connection says when it is lost, and from
 * then on nothing is sent any more, not even what would end the transaction: the server has done that.
 */
export interface Lanes {
  /** Commits when `work` resolves, rolls back when it throws. `check` throws when the connection is lost. */
  transaction<T>(work: (sql: postgres.Sql, check: () => void) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

interface Lane {
  readonly sql: postgres.Sql;
  /** How often its connection was lost. */
  losses: number;
  /** Nobody knows what state it is in: it is not used again. */
  broken: boolean;
}

type Waiting = (lane: Lane) => void;

export interface LaneOptions {
  readonly count: number;
  /** How long a transaction waits for its turn, and for its beginning and its end, in milliseconds. */
  readonly patience: number;
  readonly open: (onclose: () => void) => postgres.Sql;
}

export function openLanes({ count, patience, open }: LaneOptions): Lanes {
  const lanes = new Set<Lane>();
  const free: Lane[] = [];
  const waiting = new Set<Waiting>();

  const make = (): Lane => {
    const lane: Lane = { sql: open(() => lane.losses++), losses: 0, broken: false };
    lanes.add(lane);
    return lane;
  };
  const acquire = (): Promise<Lane> => {
    const lane = free.pop() ?? (lanes.size < count ? make() : undefined);
    if (lane !== undefined) return Promise.resolve(lane);
    return new Promise((resolve, reject) => {
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
  };
  const release = (used: Lane): void => {
    if (used.broken) {
      lanes.delete(used);
      used.sql.end({ timeout: 0 }).catch(() => undefined);
    }
    const [next] = waiting;
    if (next !== undefined) {
      waiting.delete(next);
      next(used.broken ? make() : used);
    } else if (!used.broken) free.push(used);
  };

  return {
    async transaction(work) {
      const lane = await acquire();
      try {
        return await onLane(lane, patience, work);
      } finally {
        release(lane);
      }
    },
    close: async () => void (await Promise.all([...lanes].map(({ sql }) => sql.end({ timeout: 5 })))),
  };
}

async function onLane<T>(
  lane: Lane,
  patience: number,
  work: (sql: postgres.Sql, check: () => void) => Promise<T>,
): Promise<T> {
  await send(lane, 'begin', patience);
  const { losses } = lane;
  const check = () => {
    if (lane.losses !== losses) throw lost();
  };
  try {
    const result = await work(lane.sql, check);
    check();
    await send(lane, 'commit', patience);
    return result;
  } catch (error) {
    if (lane.losses === losses && !lane.broken) await send(lane, 'rollback', patience).catch(() => undefined);
    throw error;
  }
}

/** The driver waits for an answer for as long as it takes; a request does not, and then what it did is unknown. */
async function send(lane: Lane, statement: string, patience: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      lane.broken = true;
      reject(unreachable());
    }, patience);
  });
  try {
    await Promise.race([lane.sql.unsafe(statement), late]);
  } finally {
    clearTimeout(timer);
  }
}

export function unreachable(): Error {
  return Object.assign(new Error('No connection to the database'), { code: 'CONNECT_TIMEOUT' });
}

function lost(): Error {
  return Object.assign(new Error('The connection to the database was lost'), { code: 'CONNECTION_CLOSED' });
}
