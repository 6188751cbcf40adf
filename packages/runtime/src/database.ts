import postgres from 'postgres';

import { openLanes, unreachable } from './lanes.js';

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

/** A connection keeps its prepared statements for ever: only shapes seen twice are prepared, and only so many of them. */
const MAX_PREPARED = 500;

export function openDatabase(options: DatabaseOptions): Database {
  const { url, prepare = true, connections = 10 } = { ...options, ...fromUrl(options.url) };
  const settings = driverSettings(prepare, options.statementTimeoutMs ?? 10_000);
  const sql = postgres(url, { ...settings, max: connections });
  const lanes = openLanes({
    count: Math.ceil(connections / 2),
    patience: CONNECT_MS,
    open: (onclose) => postgres(url, { ...settings, max: 1, max_lifetime: null, onclose }),
  });
  const shapes = new Shapes(prepare);
  const patience = (options.statementTimeoutMs ?? 10_000) + CONNECT_MS;

  return {
    ...executor(sql, shapes, patience),
    transaction: (work) => lanes.transaction((lane, check) => work(executor(lane, shapes, patience, check))),
    close: async () => void (await Promise.all([sql.end({ timeout: 5 }), lanes.close()])),
  };
}

function driverSettings(prepare: boolean, statementTimeoutMs: number) {
  return {
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

function within<T>(
  query: postgres.PendingQuery<never> | postgres.PendingRawQuery<never>,
  patience: number,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(unreachable());
      query.cancel();
    }, patience);
    query.then(
      (rows) => {
        clearTimeout(timer);
        resolve(rows as T);
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}

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

function executor(sql: postgres.Sql, shapes: Shapes, patience: number, check: () => void = () => undefined): Executor {
  const send = (text: string, values: readonly Value[]) => {
    check();
    return sql.unsafe<never>(text, values.map(encode) as never[], { prepare: shapes.prepare(text) });
  };
  return {
    rows: async (text, values = []) => [...(await within<never[]>(send(text, values), patience))],
    raw: async (text, values = []) => within(send(text, values).raw(), patience),
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

class Shapes {
  readonly #seen = new Map<string, boolean>();
  #prepared = 0;

  constructor(readonly enabled: boolean) {}

  /** Drops the shape that was seen once, longest ago. */
  #forget(): void {
    for (const [text, prepared] of this.#seen) {
      if (prepared) continue;
      this.#seen.delete(text);
      return;
    }
  }

  prepare(text: string): boolean {
    if (!this.enabled) return false;
    const prepared = this.#seen.get(text);
    if (prepared) return true;
    if (prepared === false && this.#prepared < MAX_PREPARED) {
      this.#prepared++;
      this.#seen.set(text, true);
      return true;
    }
    if (this.#seen.size >= MAX_PREPARED * 4) this.#forget();
    this.#seen.set(text, false);
    return false;
  }
}

function asIs(value: string): string {
  return value;
}
