import type { Executor } from '../database/index.js';
import type { Documents } from '../shape/index.js';
import type { Caller } from './content.js';

/** The documents of a project in code. The caller is always named: there is no default that sees everything. */
export interface DocumentsApi<Models = unknown, Role extends string = string> {
  /** As a caller of a request, with its rights: `c.var.scope.caller`, or `caller` of a hook. */
  as(caller: Caller): Documents<Models>;
  /** With the rights of a role of the config. */
  asRole(role: Role): Documents<Models>;
  /** With all rights. */
  asSystem(): Documents<Models>;
  /**
   * Commits when `work` resolves, rolls everything back when it throws or when one of its writes failed. `work` runs
   * again if another transaction was faster.
   */
  transaction<T>(work: (tx: Transaction<Models, Role>) => Promise<T>): Promise<T>;
}

/** The same inside of a transaction, whose `transaction` continues it. */
export interface Transaction<Models = unknown, Role extends string = string> extends DocumentsApi<Models, Role> {
  /** Runs SQL statements inside the transaction. */
  readonly executor: Executor;
}

/** A transaction, and the check that none of its writes failed. */
export interface OpenTransaction<Models = unknown, Role extends string = string> {
  readonly tx: Transaction<Models, Role>;
  /** Throws the error of a failed write, even if the program caught it, because its rows are half written. */
  check(): void;
}
