import { splitSql, transactionControl } from './sql-pieces.js';
import { type Effect, type Statement, effects } from './plan/statement.js';

/** Statements after this line run outside a transaction. Written migrations contain the line, so it must not change. */
const divider = '-- No transaction from here on: each statement stands alone, and is not run again once it is done.';

/** A migration as SQL. A comment before each statement says its effect. */
export function asSql(statements: readonly Statement[]): string {
  const together = statements.filter(({ alone }) => !alone);
  const alone = statements.filter((one) => one.alone);
  return [...together.map(render), ...(alone.length > 0 ? [divider] : []), ...alone.map(render)].join('\n\n');
}

function render({ effect, reason, sql }: Statement): string {
  return `-- ${effect}: ${reason}\n${sql};`;
}

/** The statements of an SQL text. The comment before a statement says its effect. */
export function statementsIn(text: string): readonly Statement[] {
  let alone = false;
  return splitSql(text).flatMap(({ comments, sql }) => {
    if (comments.some((line) => line.trim() === divider)) alone = true;
    if (sql === '') return [];
    const said = comments.map((line) => /^-- (safe|locks|rewrites|loses data): (.*)$/.exec(line.trim())).find(Boolean);
    const effect = effects.find((one) => one === said?.[1]) ?? guessEffect(sql);
    const guessed = effect === 'loses data' ? 'a statement without a comment that says its effect' : '';
    return [{ sql, effect, reason: said?.[2] ?? guessed, ...(alone ? { alone } : {}) }];
  });
}

/** The effect of a statement without such a comment. */
function guessEffect(sql: string): Effect {
  return /^(DROP TABLE|TRUNCATE|DELETE)\b|\bDROP COLUMN\b/i.test(sql) ? 'loses data' : 'locks';
}

/** A statement that a migration cannot contain. */
export interface TransactionControl {
  /** `COMMIT` */
  readonly words: string;
  readonly line: number;
}

/** The statements of an SQL text that would end the transaction of their migration. */
export function transactionControls(text: string): readonly TransactionControl[] {
  return splitSql(text).flatMap(({ sql, line }) => {
    const words = transactionControl(sql);
    return words === undefined ? [] : [{ words, line }];
  });
}
