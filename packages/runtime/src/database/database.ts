import postgres from 'postgres';

import { type Host, readAddress } from './address.js';
import { type Client, HEALTH_CHECK, type Subject } from './client.js';
import type { Connection, Open } from './connection.js';
import { connectionShare } from './connection-share.js';
import { Hosts } from './hosts.js';
import { type StatementObserver, currentObserver, observed } from './observer/observe.js';
import { Paces } from './pool/pace.js';
import type { PoolUsage } from './pool/options.js';
import { Pool } from './pool/pool.js';
import { PreparePolicy } from './prepare-policy.js';
import { sessionSettings } from './session-settings.js';
import { refuseStale } from './stale-statement.js';
import { runStatement } from './statement.js';
import { type Task, createTask } from './pool/task.js';
import { runTransaction } from './transaction.js';
import type { Send, Turns } from './turns.js';

/** A parameter of a statement. JSON is passed as text, lists as arrays of strings or numbers. */
export type Value = string | number | boolean | bigint | null | readonly string[] | readonly number[];

/** Runs statements: on any connection of the pool, or inside one transaction. */
export interface Executor {
  /** Rows as objects. JSON, dates and times are returned as the text that Postgres printed. */
  rows<Row extends object>(text: string, values?: readonly Value[]): Promise<Row[]>;
  /** Rows as the bytes that Postgres sent, for answers that are passed on unchanged. `type`: the content type it reads. */
  raw(text: string, values?: readonly Value[], type?: string): Promise<readonly RawRow[]>;
  /**
   * Only inside a transaction: sends a read without waiting for the answer to the statement before it. If that one fails,
   * so does the read.
   */
  readonly behind?: Executor;
  /** Only inside a transaction; see the function of this name. */
  readonly afterCommit?: (work: AfterCommit) => void;
}

/** Work that waits for a commit, because it cannot be rolled back. It must not throw. */
export type AfterCommit = () => void | Promise<void>;

export type RawRow = readonly (Buffer | null)[];

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
  /** Its statements are part of a transaction that another one began, and that alone can be tried again. */
  readonly joined?: boolean;
  /** Whether the address asks for a server that takes writes. A server for reads alone may ask for a standby. */
  readonly wantsWrites?: boolean;
  /** How its connections are used, by the name of their pool. */
  readonly usage?: () => Readonly<Partial<Record<PoolName, PoolUsage>>>;
  close(): Promise<void>;
}

/** Single statements and transactions have connections of their own. */
export type PoolName = 'statements' | 'transactions';

export interface TransactionOptions extends Partial<Subject> {
  /** Whether the caller runs it again after `TakenBack`, so that it may be rolled back for the sake of others. */
  readonly isRepeated?: boolean;
  /** Whether it was rolled back for the sake of others before. */
  readonly isSlow?: boolean;
}

export interface DatabaseOptions {
  readonly url: string;
  /** Connections for single statements. Transactions have half as many of their own, opened when needed. */
  readonly connections?: number;
  /** `false` behind a transaction pooler. */
  readonly prepare?: boolean;
  readonly statementTimeoutMs?: number;
  /** How long a request waits for a connection; 5 seconds. The driver itself would retry forever. */
  readonly connectMs?: number;
}

export function openDatabase(options: DatabaseOptions): Database {
  const address = readAddress(options.url);
  if ('problem' in address) throw new Error(`The URL of the database ${address.problem}`);
  const { url, prepare = true, statementTimeoutMs = 10_000, connectMs = 5_000, ...given } = { ...options, ...address };
  const connections = connectionShare(given.connections ?? 10);
  const hosts = new Hosts(address);
  const settings = { ...driverSettings({ prepare, statementTimeoutMs, connectMs }), ...address.socket };
  const limitMs = statementTimeoutMs + connectMs;
  const paces = new Paces();
  const renewAll = () => pools.forEach((pool) => pool.renew());
  const onSilent = () => pools.forEach((pool) => pool.dropFree());
  const shared = {
    waitMs: connectMs,
    silentMs: limitMs,
    paces,
    hosts,
    renewAll,
    onSilent,
    onForgotten: () => policy.stop(),
  };
  const open: Open = (host, events) => postgres(url, { ...settings, ...placeOf(hosts, host), ...events });
  const single = new Pool({ ...shared, size: connections, pipelined: true, open });
  const transactions = new Pool({
    ...shared,
    size: Math.ceil(connections / 2),
    pipelined: false,
    // The driver closes a connection that is too old, even inside a transaction.
    open: (host, events) => postgres(url, { ...settings, ...placeOf(hosts, host), max_lifetime: null, ...events }),
  });
  const health = new Pool({ ...shared, size: 1, pipelined: true, open });
  const pools: readonly Pool[] = [single, transactions, health];
  const policy = new PreparePolicy(prepare, renewAll);
  const { rows, raw } = statementSender(policy);
  const taskOf = (text: string, client: Client | undefined, isRead: boolean, type?: string) =>
    createTask({ client, text, isRead, limitMs, type, pace: paces.of(text) });

  return {
    rows: <Row extends object>(text: string, values?: readonly Value[], client?: Client) => {
      const asked = taskOf(text, client, false);
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
    transaction: (work, { type, document, isRepeated, isSlow = false } = {}, client) => {
      const task = createTask({ client, limitMs, type, document, isRepeated, pace: isSlow ? 'slow' : 'unknown' });
      const observe = currentObserver();
      return transactions.use(task, (connection) =>
        runTransaction({ connection, task, timeoutMs: connectMs, readsFirst: document !== undefined }, (turns) =>
          work(
            executorOf(turns, observe, {
              rows: (text, values) => rows(connection, task, text, values),
              raw: (text, values) => raw(connection, task, text, values),
            }),
          ),
        ),
      );
    },
    wantsWrites: hosts.wantsWrites,
    usage: () => ({ statements: single.usage, transactions: transactions.usage }),
    close: async () => void (await Promise.all(pools.map((pool) => pool.close()))),
  };
}

/** Sends the statements of a transaction in their turn, and reports them. */
function executorOf({ inTurn, behind }: Turns, observe: StatementObserver | undefined, direct: Executor): Executor {
  const through = (send: Send): Executor => ({
    rows: <Row extends object>(text: string, values?: readonly Value[]) =>
      send((whenBegun) => observed(observe, text, () => direct.rows<Row>(text, values), whenBegun)),
    raw: (text, values) => send((whenBegun) => observed(observe, text, () => direct.raw(text, values), whenBegun)),
  });
  return { ...through(inTurn), behind: through(behind) };
}

function statementSender(policy: PreparePolicy) {
  const send = <Row extends object>({ sql }: Connection, text: string, values: readonly Value[] = []) =>
    // The types of the driver lack bigint as a parameter.
    refuseStale(sql.unsafe<Row[]>(text, values.map(encode) as never[], { prepare: policy.shouldPrepare(text) }), sql);
  return {
    rows: async <Row extends object>(connection: Connection, task: Task, text: string, values?: readonly Value[]) =>
      await runStatement<Row>(connection, task, send<Row>(connection, text, values)),
    raw: async (connection: Connection, task: Task, text: string, values?: readonly Value[]) =>
      await runStatement<RawRow>(connection, task, send(connection, text, values).raw()),
  };
}

type DriverOptions = Required<Pick<DatabaseOptions, 'prepare' | 'statementTimeoutMs' | 'connectMs'>>;

/** Lists, because the driver splits texts at colons, which an IPv6 address has. Its types lack them. */
function placeOf({ accepted }: Hosts, host: Host | undefined) {
  return {
    ...(host === undefined ? {} : { host: [host.host] as never, port: [host.port] as never }),
    ...(accepted === undefined ? {} : { target_session_attrs: accepted }),
  };
}

function driverSettings({ prepare, statementTimeoutMs, connectMs }: DriverOptions) {
  return {
    max: 1,
    prepare,
    fetch_types: false,
    // A constant delay: a growing one would only postpone the recovery, since requests do not wait that long.
    backoff: () => 0.1,
    connect_timeout: connectMs / 1000 - 1,
    onnotice: () => undefined,
    connection: {
      application_name: 'content-gen',
      ...sessionSettings(statementTimeoutMs),
      TimeZone: 'UTC',
    },
    types: {
      json: { to: 114, from: [114, 3802], serialize: asIs, parse: asIs },
      // Row ids and counts stay below 2^53. Values of biginteger attributes are read as text or as JSON.
      bigint: { to: 20, from: [20], serialize: String, parse: Number },
      date: { to: 1184, from: [1082, 1114, 1184], serialize: asIs, parse: asIs },
    },
  };
}

/** Lists are passed as array literals, because the driver would first query the array types of the database. */
function encode(value: Value): string | number | boolean | bigint | null {
  if (typeof value !== 'object' || value === null) return value;
  const items = value.map((item) => (typeof item === 'number' ? item : `"${item.replace(/["\\]/g, '\\$&')}"`));
  return `{${items.join(',')}}`;
}

function asIs(value: string): string {
  return value;
}
