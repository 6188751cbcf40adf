import { ContentError } from '../errors/index.js';
import { type Connection, isFromServer, unreachable } from './connection.js';
import { codeOf } from './retry.js';

/**
 * A statement that the driver has not sent yet. Its rows are collected here, one by one: the driver counts the rows of a
 * connection, does not begin anew after a statement that failed, and so would put holes before the rows of the next.
 */
export interface PendingStatement<Row> {
  forEach(collect: (row: Row) => void): PromiseLike<object>;
}

export interface StatementLimits {
  /** When the statement is cancelled, as `performance.now()` counts. */
  readonly until?: number | undefined;
  /** After how many milliseconds without an answer the connection counts as silent. */
  readonly silentMs: number;
}

/** Only a statement that takes longer listens for the departure of its client. */
const BRIEF_MS = 100;
/** How long the server may take to answer a statement that it was told to cancel. */
const CANCEL_MS = 3_000;

const QUERY_CANCELED = '57014';

/** A statement that was cancelled so that others can run, and is sent again. */
export class TakenBack extends Error {}

/** The status is for the log only. */
export function clientGone(): ContentError {
  return new ContentError(499, 'ClientClosedRequestError', 'The client has gone', null);
}

/** Runs one statement, which has the connection to itself. */
export function runStatement<Row>(
  connection: Connection,
  statement: PendingStatement<Row>,
  limits: StatementLimits,
): Promise<Row[]> {
  return new Promise((resolve, reject) => new RunningStatement(connection, statement, limits).run(resolve, reject));
}

class RunningStatement<Row> {
  readonly #connection: Connection;
  readonly #statement: PendingStatement<Row>;
  readonly #limits: StatementLimits;
  readonly #startedAt = performance.now();
  readonly #rows: Row[] = [];
  #reject: (error: Error) => void = () => undefined;
  #timer: NodeJS.Timeout | undefined;
  #departure: AbortSignal | undefined;
  /** Why the statement was cancelled. */
  #reason: Error | undefined;

  constructor(connection: Connection, statement: PendingStatement<Row>, limits: StatementLimits) {
    this.#connection = connection;
    this.#statement = statement;
    this.#limits = limits;
  }

  run(resolve: (rows: Row[]) => void, reject: (error: Error) => void): void {
    this.#reject = reject;
    this.#timer = setTimeout(this.#watch, BRIEF_MS);
    const { use } = this.#connection;
    if (use !== undefined) use.cancel = this.#cancel;
    this.#statement
      .forEach((row) => this.#rows.push(row))
      .then(
        (result) => {
          this.#end();
          if (isComplete(this.#rows, result)) return resolve(this.#rows);
          this.#connection.state = 'spoiled';
          reject(new Error('The database sent another number of rows than it announced'));
        },
        (error: Error) => {
          this.#end();
          reject(this.#explain(error));
        },
      );
  }

  readonly #watch = () => {
    this.#departure = this.#connection.use?.share?.departure;
    if (this.#departure?.aborted === true) return this.#depart();
    this.#departure?.addEventListener('abort', this.#depart);
    const { until = Infinity, silentMs } = this.#limits;
    const silentAt = this.#startedAt + silentMs;
    const next = until < silentAt ? () => this.#cancel(tooSlow()) : this.#fallSilent;
    this.#timer = setTimeout(next, Math.min(until, silentAt) - performance.now());
  };

  readonly #depart = () => this.#cancel(clientGone());

  readonly #cancel = (reason: Error) => {
    if (this.#reason !== undefined) return;
    this.#reason = reason;
    // The server may get the order to cancel late, and would then cancel the next statement.
    this.#connection.state = 'spoiled';
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#fallSilent, CANCEL_MS);
    void cancelOnServer(this.#statement);
  };

  readonly #fallSilent = () => {
    this.#end();
    if (this.#reason === undefined) void cancelOnServer(this.#statement);
    this.#connection.state = 'silent';
    this.#reject(this.#reason ?? unreachable());
  };

  #end(): void {
    clearTimeout(this.#timer);
    this.#departure?.removeEventListener('abort', this.#depart);
    const { use } = this.#connection;
    if (use !== undefined) use.cancel = undefined;
  }

  #explain(error: Error): Error {
    const isCancelled = codeOf(error) === QUERY_CANCELED;
    if (!isFromServer(error)) this.#connection.state = 'lost';
    else if (isCancelled || this.#rows.length > 0) this.#connection.state = 'spoiled';
    return isCancelled && this.#reason !== undefined ? this.#reason : error;
  }
}

/** Whether a SELECT got as many rows as the server says that it sent. */
function isComplete(rows: readonly unknown[], result: object): boolean {
  if (!('command' in result && 'count' in result) || result.command !== 'SELECT') return true;
  return result.count === rows.length;
}

/**
 * Tells the server over a connection of its own. Where that fails, the timeout of the server ends the statement. The
 * method `cancel` of the driver drops the promise of that connection, whose failure would then end the process.
 */
async function cancelOnServer(statement: object): Promise<void> {
  if (!('canceller' in statement) || typeof statement.canceller !== 'function') return;
  await Promise.resolve(statement.canceller(statement)).catch(() => undefined);
}

function tooSlow(): Error {
  return Object.assign(new Error('The statement took too long'), { code: QUERY_CANCELED });
}
