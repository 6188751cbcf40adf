import { readAddress } from './address.js';
import { type Client, HEALTH_CHECK, type Subject } from './client.js';
import { CommitWork } from './commit-work.js';
import { driverProblem } from './driver-internals.js';
import type { RoomUsage } from './failures.js';
import { type StatementObserver, currentObserver, observed } from './observe.js';
import type { PoolUsage } from './pool/usage.js';
import { Task } from './pool/task.js';
import { openPools } from './pools.js';
import { type RawRow, type Value, statementSender } from './statement.js';
import type { Send, StatementQueue } from './statement-queue.js';
import { runTransaction } from './transaction.js';

/** Runs statements: on any connection of the pool, or inside one transaction. */
export interface Executor {
  /** Rows as objects. JSON, dates and times are returned as the text that Postgres printed. */
  rows<Row extends object>(text: string, values?: readonly Value[]): Promise<Row[]>;
  /**
   * Rows as the bytes that Postgres sent, for answers that are passed on unchanged. `type`: the content type that the
   * statement reads.
   */
  raw(text: string, values?: readonly Value[], type?: string): Promise<readonly RawRow[]>;
  /**
   * Only inside a transaction: sends a read without waiting for the answer to the statement before it. If the statement
   * before fails, so does the read.
   */
  readonly behind?: Executor;
  /** Only inside a transaction; see the function of this name. */
  readonly afterCommit?: (work: AfterCommit) => void;
  /** Only inside a transaction. */
  readonly commitWork?: CommitWork;
}

/** Work that waits for a commit, because it cannot be rolled back. The work must not throw. */
export type AfterCommit = () => void | Promise<void>;

/** A statement without a client belongs to the server itself. */
export interface Database extends Executor {
  rows<Row extends object>(text: string, values?: readonly Value[], client?: Client): Promise<Row[]>;
  raw(text: string, values?: readonly Value[], type?: string, client?: Client): Promise<readonly RawRow[]>;
  /** Commits when `work` resolves, rolls back when it throws. */
  transaction<T>(
    work: (transaction: Executor) => Promise<T>,
    options?: TransactionOptions,
    client?: Client,
  ): Promise<T>;
  /**
   * The statements of this database are part of an open transaction. Only that whole transaction can be tried again.
   */
  readonly joined?: boolean;
  /**
   * Only for a joined database: runs a write after the writes that were called before it. If the write fails, so does
   * the transaction, also if the caller catches the error.
   */
  readonly inTurn?: <T>(write: () => Promise<T>) => Promise<T>;
  /** How long a statement waits for a connection. */
  readonly connectMs?: number | undefined;
  /** Whether the address asks for a server that takes writes. A server for reads alone may ask for a standby. */
  readonly wantsWrites?: boolean;
  /** How the connections of the database are used, by the name of their pool. */
  readonly usage?: () => Readonly<Partial<Record<PoolName, PoolUsage>>>;
  /** What the database has reported about the room on its disk. */
  readonly room?: () => RoomUsage;
  close(): Promise<void>;
}

/** Single statements and transactions have connections of their own. */
type PoolName = 'statements' | 'transactions';

export interface TransactionOptions extends Partial<Subject> {
  /**
   * Whether the caller runs the transaction again after `Preempted`, so that the pool may roll it back for the sake of
   * others.
   */
  readonly isRepeated?: boolean;
  /** Whether the transaction was rolled back for the sake of others before. */
  readonly isSlow?: boolean;
  /** Whether an earlier attempt was rolled back, for any reason. */
  readonly isRepetition?: boolean;
}

/** The address of a database, its number of connections, and the time that statements may take. */
export interface DatabaseOptions {
  readonly url: string;
  /** Connections for single statements. Transactions have half as many of their own, opened when needed. */
  readonly connections?: number;
  /** `false` behind a transaction pooler. */
  readonly prepare?: boolean;
  readonly statementTimeoutMs?: number;
  /** How long a request waits for a connection; `CONNECT_MS`. The driver itself would retry forever. */
  readonly connectMs?: number;
}

/** In milliseconds. */
export const CONNECT_MS = 5_000;

/** Opens the pools of a database. Throws if the URL is wrong, or the driver has another version than the pools know. */
export function openDatabase(options: DatabaseOptions): Database {
  const driver = driverProblem();
  if (driver !== undefined) throw new Error(driver);
  const address = readAddress(options.url);
  if ('problem' in address) throw new Error(`The URL of the database ${address.problem}`);
  const { statementTimeoutMs = 10_000, connectMs = CONNECT_MS, ...given } = { ...options, ...address };
  const limitMs = statementTimeoutMs + connectMs;
  const pools = openPools(address, { ...given, statementTimeoutMs, connectMs });
  const { single, transactions, health, speeds } = pools;
  const { rows, raw } = statementSender(pools.policy);
  const taskOf = (text: string, client: Client | undefined, isRead: boolean, type?: string) =>
    new Task({ client, text, isRead, limitMs, type, speed: speeds.of(text) });

  return {
    rows: <Row extends object>(text: string, values?: readonly Value[], client?: Client) => {
      const asked = taskOf(text, client, isRead(text));
      return observed(currentObserver(), text, () =>
        (client === HEALTH_CHECK ? health : single).use(asked, (connection, task) =>
          rows<Row>(connection, task, text, values),
        ),
      );
    },
    raw: (text, values, type, client) => {
      const asked = taskOf(text, client, true, type);
      return observed(currentObserver(), text, () =>
        single.use(asked, (connection, task) => raw(connection, task, text, values)),
      );
    },
    transaction: (work, { type, document, isRepeated, isSlow = false, ...options } = {}, client) => {
      const asked = new Task({ client, limitMs, type, document, isRepeated, speed: isSlow ? 'slow' : 'unknown' });
      if (options.isRepetition === true) transactions.noteRepeated();
      const observe = currentObserver();
      const readsFirst = options.readsFirst ?? document !== undefined;
      const commitWork = new CommitWork();
      return transactions.use(asked, (connection, task) =>
        runTransaction({ connection, task, timeoutMs: connectMs, readsFirst, observe, commitWork }, (queue) =>
          work({
            ...executorOf(queue, observe, {
              rows: (text, values) => rows(connection, task, text, values),
              raw: (text, values) => raw(connection, task, text, values),
            }),
            commitWork,
          }),
        ),
      );
    },
    connectMs,
    wantsWrites: pools.wantsWrites,
    usage: () => ({ statements: single.usage, transactions: transactions.usage }),
    room: () => pools.room.usage,
    close: pools.close,
  };
}

/** A single statement of the runtime that selects has no effect, so that it may be sent again after a lost connection. */
function isRead(text: string): boolean {
  return /^\s*select\s/i.test(text);
}

/** Sends the statements of a transaction in their turn, and reports them. */
function executorOf(
  { send, pipeline }: StatementQueue,
  observe: StatementObserver | undefined,
  direct: Executor,
): Executor {
  const through = (sent: Send): Executor => ({
    rows: <Row extends object>(text: string, values?: readonly Value[]) =>
      sent((whenBegun) => observed(observe, text, () => direct.rows<Row>(text, values), whenBegun)),
    raw: (text, values) => sent((whenBegun) => observed(observe, text, () => direct.raw(text, values), whenBegun)),
  });
  return { ...through(send), behind: through(pipeline) };
}
