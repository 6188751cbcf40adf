import { DISK_FULL, codeOf } from './failures.js';

/** For how long a full disk is remembered: writes that succeed do not say whether others would. */
const REMEMBERED_MS = 60_000;

export interface RoomUsage {
  /** Statements and transactions that failed since the start because the disk of the database was full. */
  readonly failed: number;
  /** Whether one of them failed within the last minute. */
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
