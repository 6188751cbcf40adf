import type postgres from 'postgres';

import type { Host } from './address.js';
import { READ_ONLY, codeOf, isConnectionFailure, isForgotten } from './codes.js';
import type { Hosts } from './hosts.js';
import type { Task } from './pool/task.js';

/**
 * A driver client with exactly one connection, discarded together with that connection. The driver's own pool sends
 * statements to busy connections, keeps writing to a connection that no longer answers, does not always recover from a
 * lost one, and ends the process when a connection is lost inside a transaction.
 */
export interface Connection {
  readonly sql: postgres.Sql;
  readonly host: Host | undefined;
  readonly openedAt: number;
  /**
   * `retired`: closes when its statements are answered. `lost`: the socket is closed. `silent`: a statement was not
   * answered in time, so the state of the connection is unknown.
   */
  state: 'working' | 'retired' | 'lost' | 'silent';
  /** Unanswered tasks. The server answers them in this order. */
  readonly tasks: Task[];
  /** Whether a server has accepted it. A statement may keep it busy before it has answered anything. */
  isAccepted: boolean;
  /** Whether it has answered before. Until then it may still be opening, which takes longer than most statements. */
  hasAnswered: boolean;
  /** Whether the server was told to cancel a statement. A late order can reach a statement behind it. */
  isCancelled: boolean;
  /** Whether the server is a standby, or refuses writes for another reason. */
  isReadOnly: boolean;
  /** Called when prepared statements turn out to be of no use. */
  readonly onForgotten: () => void;
}

/** Opens a client of the driver at a host; without a host, at that of the URL. */
export type Open = (host: Host | undefined, events: DriverEvents) => postgres.Sql;

export interface DriverEvents {
  readonly onclose: () => void;
  /** A server reports some of its settings when a connection opens, and when they change. */
  readonly onparameter: (name: string, value: string) => void;
}

export function openConnection(hosts: Hosts, open: Open, onForgotten: () => void): Connection {
  const host = hosts.first;
  const refusals = new Set<string>();
  const onparameter = (name: string, value: string) => {
    // The first settings follow the authentication.
    connection.isAccepted = true;
    // PostgreSQL 13 and earlier report neither; there the first refused write tells.
    if (name !== 'in_hot_standby' && name !== 'default_transaction_read_only') return;
    if (value === 'on') refusals.add(name);
    else refusals.delete(name);
    connection.isReadOnly = refusals.size > 0;
    if (name === 'in_hot_standby') hosts.noteRole(host, value === 'on' ? 'standby' : 'primary');
  };
  const connection: Connection = {
    sql: open(host, { onclose: () => (connection.state = 'lost'), onparameter }),
    host,
    openedAt: performance.now(),
    state: 'working',
    tasks: [],
    isAccepted: false,
    hasAnswered: false,
    isCancelled: false,
    isReadOnly: false,
    onForgotten,
  };
  return connection;
}

export async function closeConnection(connection: Connection): Promise<void> {
  await connection.sql.end({ timeout: isUnusable(connection) ? 0 : 5 }).catch(() => undefined);
}

export function isUnusable({ state }: Connection): boolean {
  return state === 'lost' || state === 'silent';
}

/** How long reads stay on a server that refuses writes, because another one may take writes by now. */
const READING_MS = 3_000;

export function isOld({ openedAt }: Connection): boolean {
  return performance.now() - openedAt > READING_MS;
}

/** Takes no more statements; those under way are still answered. */
export function retire(connection: Connection): void {
  if (connection.state === 'working') connection.state = 'retired';
}

/** Only a `PostgresError` comes from the server; every other error is about the connection. */
export function noteFailure(connection: Connection, error: Error): void {
  if (error.name !== 'PostgresError' || isConnectionFailure(error)) connection.state = 'lost';
  if (isForgotten(error)) connection.onForgotten();
  if (codeOf(error) !== READ_ONLY) return;
  connection.isReadOnly = true;
  retire(connection);
}

/** Waits for an answer, but no longer than `timeoutMs`, because the driver itself would wait forever. */
export function within<T>(connection: Connection, query: PromiseLike<T>, timeoutMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      connection.state = 'silent';
      reject(unreachable());
    }, timeoutMs);
    query.then(
      (result) => {
        clearTimeout(timer);
        resolve(result);
      },
      (error: Error) => {
        clearTimeout(timer);
        noteFailure(connection, error);
        reject(error);
      },
    );
  });
}

export function unreachable(): Error {
  return Object.assign(new Error('No connection to the database'), { code: 'CONNECT_TIMEOUT' });
}
