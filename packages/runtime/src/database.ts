import postgres from 'postgres';

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
  readonly connections?: number;
  /** `false` behind a transaction pooler. */
  readonly prepare?: boolean;
  readonly statementTimeoutMs?: number;
}

/** A connection keeps its prepared statements for ever: only shapes seen twice are prepared, and only so many of them. */
const MAX_PREPARED = 500;

export function openDatabase(options: DatabaseOptions): Database {
  const sql = postgres(options.url, {
    max: options.connections ?? 10,
    prepare: options.prepare ?? true,
    fetch_types: false,
    onnotice: () => undefined,
    connection: {
      application_name: 'content-gen',
      // Planning beats compiling for statements of a few milliseconds, and the data of a content API is in memory.
      jit: 'off',
      random_page_cost: 1.1,
      statement_timeout: options.statementTimeoutMs ?? 10_000,
      TimeZone: 'UTC',
    } as Record<string, string | number>,
    types: {
      json: { to: 114, from: [114, 3802], serialize: asIs, parse: asIs },
      date: { to: 1184, from: [1082, 1114, 1184], serialize: asIs, parse: asIs },
    },
  });
  const shapes = new Shapes(options.prepare ?? true);

  return {
    ...executor(sql, shapes),
    transaction: (work) => sql.begin((tx) => work(executor(tx, shapes))) as Promise<never>,
    close: () => sql.end({ timeout: 5 }),
  };
}

function executor(sql: postgres.Sql | postgres.TransactionSql, shapes: Shapes): Executor {
  return {
    rows: async (text, values = []) =>
      [...(await sql.unsafe(text, values.map(encode) as never[], { prepare: shapes.prepare(text) }))] as never[],
    raw: async (text, values = []) =>
      (await sql.unsafe(text, values.map(encode) as never[], { prepare: shapes.prepare(text) }).raw()) as never,
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

  prepare(text: string): boolean {
    if (!this.enabled) return false;
    const prepared = this.#seen.get(text);
    if (prepared) return true;
    if (prepared === false && this.#prepared < MAX_PREPARED) {
      this.#prepared++;
      this.#seen.set(text, true);
      return true;
    }
    if (this.#seen.size < MAX_PREPARED * 4) this.#seen.set(text, false);
    return false;
  }
}

function asIs(value: string): string {
  return value;
}
