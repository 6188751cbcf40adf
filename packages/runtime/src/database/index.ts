export {
  DISK_FULL,
  LOCK_NOT_AVAILABLE,
  READ_ONLY,
  type RoomUsage,
  SEQUENCE_ENDED,
  UNIQUE_VIOLATION,
  clientGone,
  codeOf,
  isConnectionFailure,
} from './failures.js';
export type { CommitWork } from './commit-work.js';
export { type Client, HEALTH_CHECK, type Subject } from './client.js';
export { ClientDatabase } from './client-database.js';
export { type Database, type DatabaseOptions, type Executor, openDatabase } from './database.js';
export { WORKERS } from './pools.js';
export { type RawRow, type Value, identifier, literal } from './statement.js';
export { driverProblem } from './driver-internals.js';
export { databaseUrlProblem, envDatabase, isDeferred } from './env-database.js';
export { type ObservedStatement, type StatementObserver, observeStatements } from './observe.js';
export { missingSettings, warnOfMissingSettings } from './session-settings.js';
export { SNAPSHOT, SnapshotReader } from './snapshots.js';
export { afterCommit, explainBusy, Overtaken, transaction } from './retry.js';
