import type { Open } from '../connection.js';
import type { DiskRoom } from './disk-room.js';
import type { Hosts } from '../hosts.js';
import type { Paces } from './pace.js';

export interface PoolOptions {
  /** The most connections that are open at the same time. */
  readonly size: number;
  /** How long a task waits for a free connection, in milliseconds. */
  readonly waitMs: number;
  /** After how many milliseconds without an answer a connection counts as silent. */
  readonly silentMs: number;
  /** Whether tasks are single statements, which may be sent behind another one and may be repeated. */
  readonly pipelined: boolean;
  readonly paces: Paces;
  /** Replaces the connections of all pools, because the server has forgotten or refuses what they prepared. */
  readonly renewAll: () => void;
  readonly onSilent: () => void;
  /** Called when a pooler forgets prepared statements. */
  readonly onForgotten: () => void;
  readonly hosts: Hosts;
  /** Is told of each error. */
  readonly room: DiskRoom;
  readonly open: Open;
}

/** How the connections of a pool are used at a moment. */
export interface PoolUsage {
  /** The most connections. */
  readonly limit: number;
  /** Those of the most that slow tasks leave to others while these wait. */
  readonly reserved: number;
  /** Those that are open or open now. */
  readonly open: number;
  /** Those that a server has accepted. */
  readonly connected: number;
  /** Those with a task. */
  readonly busy: number;
  /** Tasks that wait for a connection. */
  readonly waiting: number;
  /** Tasks that got none since the start, because too many wait or because they have waited for too long. */
  readonly refused: number;
  /** Tasks that began again since the start: a connection was lost, or others went first or wrote the same documents. */
  readonly repeated: number;
}
