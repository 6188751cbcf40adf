/** The effect of a statement on other sessions and on the data. */
export type Effect = 'safe' | 'locks' | 'rewrites' | 'loses data';

export const effects: readonly Effect[] = ['safe', 'locks', 'rewrites', 'loses data'];

export interface Statement {
  /** The SQL without a semicolon at the end. */
  readonly sql: string;
  readonly effect: Effect;
  readonly reason: string;
  /** Whether it runs outside the transaction, because it cannot run inside or takes long without blocking others. */
  readonly alone?: boolean;
  /** The rows that must be absent when the statement runs, because the statement would lose them. */
  readonly empty?: readonly Emptiness[];
}

export interface Emptiness {
  /** The table to lock, as an identifier. */
  readonly table: string;
  /** A query that must find nothing. */
  readonly rows: string;
}

export function statement(effect: Effect, reason: string, sql: string): Statement {
  return { sql, effect, reason };
}

export function losesData(statements: readonly Statement[]): boolean {
  return statements.some(({ effect }) => effect === 'loses data');
}

export function createsIndex({ sql }: Pick<Statement, 'sql'>): boolean {
  return /^CREATE (UNIQUE )?INDEX/.test(sql);
}

/** The beginning of a statement, for messages. */
export function firstLine(sql: string): string {
  const [line = ''] = sql.split('\n');
  return line.length <= 120 ? line : `${line.slice(0, 119)}…`;
}

/** An SQL identifier. */
export function id(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** An SQL string. */
export function sqlText(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

/** The order key of the n-th entry of a list. The runtime gives complete lists the same keys. */
export function evenKey(n: string): string {
  return `'95' || lpad((${n})::text, 10, '0')`;
}
