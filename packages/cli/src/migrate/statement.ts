/** What a statement does to those who use the database meanwhile, and to its data. */
export type Effect = 'safe' | 'locks' | 'rewrites' | 'loses data';

export const effects: readonly Effect[] = ['safe', 'locks', 'rewrites', 'loses data'];

export interface Statement {
  /** Without a semicolon at the end. */
  readonly sql: string;
  readonly effect: Effect;
  readonly reason: string;
  /** It cannot be in a transaction, or had better not: it takes long and others go on meanwhile. */
  readonly alone?: boolean;
}

export function statement(effect: Effect, reason: string, sql: string): Statement {
  return { sql, effect, reason };
}

export function losesData(statements: readonly Statement[]): boolean {
  return statements.some(({ effect }) => effect === 'loses data');
}

/** The beginning of a statement, for messages: enough to know it by. */
export function firstLine(sql: string): string {
  const [line = ''] = sql.split('\n');
  return line.length <= 120 ? line : `${line.slice(0, 119)}…`;
}

/** An SQL identifier. */
export function id(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** An SQL string. */
export function text(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

/** The key of the n-th entry of a list; the runtime gives whole lists such keys too. */
export function evenKey(n: string): string {
  return `'95' || lpad((${n})::text, 10, '0')`;
}
