import { ContentError } from '../errors/index.js';

export const SERIALIZATION_FAILURE = '40001';
export const DEADLOCK = '40P01';
export const FOREIGN_KEY_VIOLATION = '23503';
export const UNIQUE_VIOLATION = '23505';
/** A write reached a standby, or a server that refuses writes for another reason. */
export const READ_ONLY = '25006';
/** A lock was not available within `lock_timeout`. */
export const LOCK_NOT_AVAILABLE = '55P03';
/** The disk of the server is full. */
export const DISK_FULL = '53100';
/** A sequence has no more values. */
export const SEQUENCE_ENDED = '2200H';
/** A prepared statement is not known, or its name is taken: a pooler has sent it to another server. */
const UNKNOWN_STATEMENT = '26000';
export const DUPLICATE_STATEMENT = '42P05';
/** A statement was cancelled: by this server, or by its own timeout. */
export const QUERY_CANCELED = '57014';
/** The server does not accept a prepared statement any more; see `refuseStale`. */
export const STALE_STATEMENT = 'STALE_STATEMENT';

/** Codes of the driver and of the operating system. */
const UNREACHABLE = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

/** The SQLSTATE of an error of the database, or an empty text. */
export function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}

/**
 * Whether the connection could not be opened, or was lost. Class 08 and 57P0x: the server closes the connection, stops
 * or starts.
 */
export function isConnectionFailure(error: unknown): boolean {
  const code = codeOf(error);
  return UNREACHABLE.has(code) || /^(08|57P0)/.test(code);
}

/** Whether prepared statements do not stay where they were prepared. */
export function isForgotten(error: Error): boolean {
  const code = codeOf(error);
  return code === DUPLICATE_STATEMENT || (code === STALE_STATEMENT && codeOf(error.cause) === UNKNOWN_STATEMENT);
}

/** Whether a read that failed may succeed at once: the next connection may lead to another server. */
export function mayReadAgain(error: unknown): boolean {
  // A standby cancels reads that are in the way of its recovery with the code of a serialization failure.
  return isConnectionFailure(error) || codeOf(error) === SERIALIZATION_FAILURE;
}

/** A single statement or a transaction that was cancelled for the sake of others, and begins again. */
export class Preempted extends Error {}

/** The status is for the log only. */
export function clientGone(): ContentError {
  return new ContentError(499, 'ClientClosedRequestError', 'The client has gone', null);
}

class TookTooLong extends Error {
  readonly code = QUERY_CANCELED;

  constructor() {
    super('The statement took too long');
  }
}

/** A read that took too long beside others, and begins again. */
export class CrowdedOut extends TookTooLong {}

export function tookTooLong(): Error {
  return new TookTooLong();
}

/** Whether a statement had all of its time, and nobody else took a part of it. */
export function isTooLong(error: Error): boolean {
  return error instanceof TookTooLong && !(error instanceof CrowdedOut);
}

/** A new connection would keep a process alive that has closed its content. */
export function closed(): ContentError {
  const message = 'The content is closed: closeContent has ended its connections to the database';
  return new ContentError(503, 'ServiceUnavailableError', message, null);
}

/** More requests wait for a connection than the server can answer in time. */
export function overloaded(): ContentError {
  return new ContentError(503, 'ServiceUnavailableError', 'The server is busy; try again', null);
}

export function unreachable(): Error {
  return Object.assign(new Error('No connection to the database'), { code: 'CONNECT_TIMEOUT' });
}

export function connectionLost(): Error {
  return Object.assign(new Error('The connection to the database was lost'), { code: 'CONNECTION_CLOSED' });
}

/** For how long a full disk is remembered: writes that succeed do not say whether others would. */
const REMEMBERED_MS = 60_000;

export interface RoomUsage {
  /** Statements and transactions that failed since the start because the disk of the database was full. */
  readonly failed: number;
  /** Whether a statement or transaction failed for this reason within the last minute. */
  readonly isFull: boolean;
}

/** Remembers that the disk of the database was full. Only a failure tells, because PostgreSQL knows no free space. */
export class DiskRoom {
  #failed = 0;
  #failedAt = -Infinity;

  /** Writes explain their errors; the error of the database is then the cause. */
  note(error: unknown): void {
    const cause = error instanceof Error ? error.cause : undefined;
    if (codeOf(error) !== DISK_FULL && codeOf(cause) !== DISK_FULL) return;
    this.#failed++;
    this.#failedAt = performance.now();
  }

  get usage(): RoomUsage {
    return { failed: this.#failed, isFull: performance.now() - this.#failedAt < REMEMBERED_MS };
  }
}
