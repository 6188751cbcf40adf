import postgres from 'postgres';

import { onLane } from './transaction.js';
import { type Lane, within } from './connection.js';
import { openLanes } from './pool.js';
import { Shapes } from './prepare-policy.js';

/** What a statement takes. JSON goes in as text, lists as arrays of strings or numbers. */
export type Value = string | number | boolean | bigint | null | readonly string[] | readonly number[];

/** Where statements run: the pool, or one transaction. */
export interface Executor {
  /** Rows as objects. JSON and points in time come out as the text that Postgres printed. */
  rows<Row extends object>(text: string, values?: readonly Value[]): Promise<Row[]>;
  /** Rows as the bytes that Postgres sent, for answers that go out as they are. */
  raw(text: string, values?: readonly Value[]): Promise<readonly (readonly (Buffer | null)[])[]>;
}

export interface Database extends Executor {
  /** Commits when `work` resolves, rolls back when it throws. */
  transaction<T>(work: (transaction: Executor) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  readonly url: string;
  /** For statements on their own; half as many again for transactions, opened when there is one. */
  readonly connections?: number;
  /** `false` behind a transaction pooler. */
  readonly prepare?: boolean;
  readonly statementTimeoutMs?: number;
}

export function openDatabase(options: DatabaseOptions): Database {
  const { url, prepare = true, connections = 10 } = { ...options, ...fromUrl(options.url) };
  const settings = driverSettings(prepare, options.statementTimeoutMs ?? 10_000);
  const single = openLanes({
    count: connections,
    patience: CONNECT_MS,
    shared: true,
    open: (onclose) => postgres(url, { ...settings, onclose }),
  });
  const transactions = openLanes({
    count: Math.ceil(connections / 2),
    patience: CONNECT_MS,
    shared: false,
    // One that is in use is never too old.
    open: (onclose) => postgres(url, { ...settings, max_lifetime: null, onclose }),
  });
  const all = [single, transactions];
  const shapes = new Shapes(prepare, () => all.forEach((lanes) => lanes.renew()));
  const patience = (options.statementTimeoutMs ?? 10_000) + CONNECT_MS;
  const send = (lane: Lane, text: string, values: readonly Value[] = []) =>
    lane.sql.unsafe<never>(text, values.map(encode) as never[], { prepare: shapes.prepare(text) });
  const rowsOn = async (lane: Lane, text: string, values?: readonly Value[]) => [
    ...(await within<never[]>(lane, send(lane, text, values), patience)),
  ];
  const rawOn = (lane: Lane, text: string, values?: readonly Value[]) =>
    within(lane, send(lane, text, values).raw(), patience);

  return {
    rows: (text, values) => single.use((lane) => rowsOn(lane, text, values)),
    raw: (text, values) => single.use((lane) => rawOn(lane, text, values)),
    transaction: (work) =>
      transactions.use((lane) =>
        onLane(lane, CONNECT_MS, (turn) =>
          work({
            rows: (text, values) => turn(() => rowsOn(lane, text, values)),
            raw: (text, values) => turn(() => rawOn(lane, text, values)),
          }),
        ),
      ),
    close: async () => void (await Promise.all(all.map((lanes) => lanes.close()))),
  };
}

function driverSettings(prepare: boolean, statementTimeoutMs: number) {
  return {
    max: 1,
    prepare,
    fetch_types: false,
    // A request that cannot have a connection is told so; waiting longer each time would only delay the recovery.
    backoff: () => 0.1,
    connect_timeout: CONNECT_MS / 1000 - 1,
    onnotice: () => undefined,
    connection: {
      application_name: 'content-gen',
      // Planning beats compiling for statements of a few milliseconds, and the data of a content API is in memory.
      jit: 'off',
      random_page_cost: 1.1,
      statement_timeout: statementTimeoutMs,
      TimeZone: 'UTC',
    } as Record<string, string | number>,
    types: {
      json: { to: 114, from: [114, 3802], serialize: asIs, parse: asIs },
      date: { to: 1184, from: [1082, 1114, 1184], serialize: asIs, parse: asIs },
    },
  };
}

/** How long a request waits for a connection. The driver itself goes on trying for as long as it takes. */
const CONNECT_MS = 5_000;

/** `?prepare=false` and `?connections=20` in the URL, for deployments that have nothing but the URL to set. */
function fromUrl(text: string): Pick<DatabaseOptions, 'url' | 'prepare' | 'connections'> {
  const url = new URL(text);
  const prepare = url.searchParams.get('prepare');
  const connections = url.searchParams.get('connections');
  url.searchParams.delete('prepare');
  url.searchParams.delete('connections');
  return {
    url: url.href,
    ...(prepare === null ? {} : { prepare: prepare !== 'false' }),
    ...(connections === null ? {} : { connections: Number(connections) }),
  };
}

/** The driver knows no array types without asking the database for them first: lists go as array literals. */
function encode(value: Value): unknown {
  if (!Array.isArray(value)) return value;
  const items = (value as readonly (string | number)[]).map((item) =>
    typeof item === 'number' ? item : `"${item.replace(/["\\]/g, '\\$&')}"`,
  );
  return `{${items.join(',')}}`;
}

function asIs(value: string): string {
  return value;
}
