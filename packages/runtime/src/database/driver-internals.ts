import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import postgres from 'postgres';

import { STALE_STATEMENT } from './failures.js';

/**
 * The private parts of the driver that this package relies on. These parts are used here and nowhere else, so that one
 * check at the start finds a driver without them: such a driver would lose answers or cancel nothing, without an error.
 */

/**
 * The version that has these parts. `package.json` pins it; an override of the project may still bring another version.
 */
const VERSION = '3.4.9';

/** A statement of the driver before it is sent, as far as it is private. */
interface Internals {
  /** Tells the server to cancel a statement, over a connection of its own. */
  readonly canceller: (statement: object) => PromiseLike<unknown>;
  /** `null` until the statement is sent. */
  readonly state: object | null;
  readonly args: readonly unknown[];
}

/** The parts of a new statement, each with the test of its value. */
const PARTS: { readonly [Part in keyof Internals]: (value: unknown) => boolean } = {
  canceller: (value) => typeof value === 'function',
  state: (value) => value === null,
  args: Array.isArray,
};

/** Why this package cannot work with a driver, as one sentence. */
export function problemOf(statement: object, version: string | undefined): string | undefined {
  const missing = Object.entries(PARTS).flatMap(([part, fits]) => (fits(Reflect.get(statement, part)) ? [] : [part]));
  // The mark of a second attempt appears only after an error, so a statement does not show whether the driver still has
  // this mark.
  const isOther = version !== undefined && version !== VERSION;
  if (missing.length === 0 && !isOther && !Object.hasOwn(statement, 'retried')) return undefined;
  const found = isOther ? `postgres ${version}` : `a postgres with another ${missing[0] ?? 'retried'}`;
  return `@content-gen/runtime works only with postgres ${VERSION}, because it relies on private parts of that version, but the installed one is ${found}`;
}

let problem: { readonly found: string | undefined } | undefined;

/** Looks at a statement that is never sent, once in a process. */
export function driverProblem(): string | undefined {
  problem ??= { found: problemOf(postgres({ max: 1 }).unsafe(''), installedVersion()) };
  return problem.found;
}

/**
 * `undefined` in a bundle of the project, which has the driver inside: another version may be installed beside the
 * bundle.
 */
function installedVersion(): string | undefined {
  try {
    const own = fileURLToPath(import.meta.url);
    if (versionAbove(own, '@content-gen/runtime') === undefined) return undefined;
    return versionAbove(createRequire(own).resolve('postgres'), 'postgres');
  } catch {
    // `resolve` has no other way to report a package that is not installed.
    return undefined;
  }
}

/** The version of the package with this name that a file is in. */
function versionAbove(path: string, name: string): string | undefined {
  const folder = dirname(path);
  if (folder === path) return undefined;
  const file = join(folder, 'package.json');
  const found: { name?: string; version?: string } = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  return found.name === name ? found.version : versionAbove(folder, name);
}

/** Whether the driver has sent a statement. */
export function isSent(statement: object): boolean {
  return 'state' in statement && statement.state !== null;
}

/**
 * Tells the server to cancel a statement. The method `cancel` of the driver drops the promise of the connection that it
 * opens, so its failure would end the process.
 */
export async function cancelAtServer(statement: object): Promise<void> {
  if (!('canceller' in statement) || typeof statement.canceller !== 'function') return;
  await Promise.resolve(statement.canceller(statement)).catch(() => undefined);
}

/**
 * The driver keeps an answered statement for a while. The rows and values that the statement refers to would live as
 * long as the statement, and collecting such old garbage costs more.
 */
export function letGo(statement: object): void {
  Object.assign(statement, NOTHING);
}

const NOTHING = { forEachFn: undefined, args: undefined, parameters: undefined };

/** The client of the driver that sent a statement. */
const SENDER = Symbol('sender');

/**
 * Keeps the driver from preparing a stale statement again: a statement that the server does not accept any more,
 * because the tables have changed, or because a pooler has forgotten the statement. The driver would send the statement
 * behind the statements that are on their way, and then take the answers of one statement for the answers of another:
 * some statements never end, and others get no rows. The driver marks a second attempt by setting the property
 * `retried` of the statement, which ends the connection here.
 */
export function refuseStale<Statement extends object>(statement: Statement, sql: postgres.Sql): Statement {
  guardStatements(Object.getPrototypeOf(statement));
  Reflect.set(statement, SENDER, sql);
  return statement;
}

/** Guards the class of statements once, because a property with its own functions would slow down every statement. */
function guardStatements(prototype: object): void {
  if (Object.hasOwn(prototype, 'retried')) return;
  Object.defineProperty(prototype, 'retried', {
    get: () => undefined,
    set(this: object, cause: unknown) {
      const sql: postgres.Sql | undefined = Reflect.get(this, SENDER);
      if (sql === undefined) {
        // A statement of the project's own code: as the driver has it.
        Object.defineProperty(this, 'retried', { value: cause, writable: true });
        return;
      }
      void sql.end({ timeout: 0 }).catch(() => undefined);
      throw Object.assign(new Error('A prepared statement is stale', { cause }), { code: STALE_STATEMENT });
    },
  });
}
