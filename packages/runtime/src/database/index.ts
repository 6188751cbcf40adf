export {
  DISK_FULL,
  LOCK_NOT_AVAILABLE,
  READ_ONLY,
  SEQUENCE_ENDED,
  UNIQUE_VIOLATION,
  codeOf,
  isConnectionFailure,
} from './codes.js';
export { clientGone } from './cancel.js';
export { type Client, ClientDatabase, HEALTH_CHECK, type Subject } from './client.js';
export { WORKERS } from './connection-share.js';
export { type Database, type DatabaseOptions, type Executor, type Value, openDatabase } from './database.js';
export type { RoomUsage } from './pool/disk-room.js';
export { driverProblem } from './driver-internals.js';
export { databaseUrlProblem, envDatabase, isDeferred } from './env-database.js';
export { type ObservedStatement, type StatementObserver, observeStatements } from './observer/observe.js';
export { identifier, literal } from './quoting.js';
export { missingSettings, warnOfMissingSettings } from './session-settings.js';
export { SNAPSHOT, Snapshots } from './snapshots.js';
export { afterCommit, explainBusy, Overtaken, transaction } from './retry.js';
