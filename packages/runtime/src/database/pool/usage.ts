import type { Connection } from '../connection.js';
import { busyOf, keptOf } from './priority.js';

/** How the connections of a pool are used at a moment. */
export interface PoolUsage {
  /** The most connections. */
  readonly limit: number;
  /** The connections that slow tasks leave to other tasks while other tasks wait. */
  readonly reserved: number;
  /** The connections that are open or are being opened. */
  readonly open: number;
  /** The connections that a server has accepted. */
  readonly connected: number;
  /** The connections with a task. */
  readonly busy: number;
  /** Tasks that wait for a connection. */
  readonly waiting: number;
  /** Tasks that got no connection since the start, because too many tasks wait or the task waited for too long. */
  readonly refused: number;
  /** Tasks that began again since the start: a connection was lost, or others went first or wrote the same documents. */
  readonly repeated: number;
}

/** What the connections of a pool do at a moment. */
export function connectionUsage(
  open: ReadonlySet<Connection>,
  limit: number,
): Omit<PoolUsage, 'waiting' | 'refused' | 'repeated'> {
  const connected = [...open].filter(({ isAccepted, isUnusable }) => isAccepted && !isUnusable).length;
  return { limit, reserved: keptOf(limit), open: open.size, connected, busy: busyOf(open) };
}
