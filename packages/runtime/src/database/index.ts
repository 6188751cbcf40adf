export { type Client, ClientDatabase } from './client.js';
export { type Database, type DatabaseOptions, type Executor, type Value, openDatabase } from './database.js';
export { databaseUrlProblem, envDatabase, isDeferred } from './env-database.js';
export { type ObservedStatement, type StatementObserver, observeStatements } from './observer/observe.js';
export { identifier, literal } from './quoting.js';
export { afterCommit, codeOf, explainBusy, Overtaken, transaction, UNIQUE_VIOLATION } from './retry.js';
