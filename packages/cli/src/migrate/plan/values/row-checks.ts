import { type Statement, statement, sqlText } from '../statement.js';

/** The rows that a statement looks for, and what their number means. */
interface RowCheck {
  /** A query for one row each. */
  readonly rows: string;
  /** The message before the number and after it. */
  readonly message: readonly [before: string, after: string];
}

/** A statement that warns with the number of rows, and changes nothing. */
export function warning(reason: string, check: RowCheck): Statement {
  return counting('$found$', reason, check);
}

/** A statement that warns with the number of rows that the next statement loses. */
export function lossWarning(reason: string, check: RowCheck): Statement {
  return counting('$lost$', reason, check);
}

function counting(quote: string, reason: string, { rows, message: [before, after] }: RowCheck): Statement {
  const sql = [
    `DO ${quote}`,
    'DECLARE found bigint;',
    'BEGIN',
    `  SELECT count(*) INTO found FROM (${rows}) r;`,
    '  IF found > 0 THEN',
    `    RAISE WARNING USING MESSAGE = concat(${sqlText(before)}, found, ${sqlText(after)});`,
    '  END IF;',
    `END ${quote}`,
  ].join('\n');
  return statement('safe', reason, sql);
}

export function isRowWarning({ sql }: Pick<Statement, 'sql'>): boolean {
  return /^DO \$(found|lost)\$/.test(sql);
}

/** Whether a statement only looks at rows, and warns or fails because of them. */
export function isCheck({ sql }: Pick<Statement, 'sql'>): boolean {
  return /^DO \$(found|lost|check|repeated)\$/.test(sql);
}

/** Whether a statement fails if values repeat. */
export function isRepeatedCheck({ sql }: Pick<Statement, 'sql'>): boolean {
  return sql.startsWith('DO $repeated$');
}

/** The query of a loss warning. */
export function lostRows({ sql }: Pick<Statement, 'sql'>): string | undefined {
  return /^DO \$lost\$[\s\S]*?^ {2}SELECT count\(\*\) INTO found FROM \((.*)\) r;$/m.exec(sql)?.[1];
}

/**
 * A statement that fails with a clear message if there are more rows than allowed. The message names some values of the
 * rows after the number.
 */
export function refusal(reason: string, { rows, message: [before, after] }: RowCheck, allowed = 0): Statement {
  const sql = [
    'DO $check$',
    'DECLARE found bigint; named text;',
    'BEGIN',
    `  SELECT count(*), array_to_string((array_agg(DISTINCT '"' || left(v, 60) || '"'))[1:3], ', ') INTO found, named FROM (${rows}) r(v);`,
    `  IF found > ${allowed} THEN`,
    `    RAISE check_violation USING MESSAGE = concat(${sqlText(before)}, found, ' (', named, ')', ${sqlText(after)});`,
    '  END IF;',
    'END $check$',
  ].join('\n');
  return statement('safe', reason, sql);
}

/** Rows that break a rule of an attribute. */
export interface BrokenRows {
  /** The rows of a table `t`, once per value. */
  readonly from: string;
  readonly where: string;
  /** The value as text. */
  readonly value: string;
  /** The message before the number of rows. */
  readonly problem: string;
  /** How to mend the rows. */
  readonly advice: string;
}

/** A statement that warns with the number of broken rows, some of their values, and a document that has one. */
export function brokenWarning(reason: string, broken: BrokenRows): Statement {
  return naming('$found$', 'WARNING', reason, broken);
}

/** A statement that fails with the same message. */
export function brokenRefusal(reason: string, broken: BrokenRows): Statement {
  return naming('$check$', 'check_violation', reason, broken);
}

function naming(quote: string, level: string, reason: string, { from, where, value, problem, advice }: BrokenRows) {
  const names = `array_to_string((array_agg(DISTINCT '"' || left(v, 60) || '"') FILTER (WHERE v IS NOT NULL))[1:3], ', ')`;
  const sql = [
    `DO ${quote}`,
    'DECLARE found bigint; named text; example text;',
    'BEGIN',
    `  SELECT count(*), ${names}, min(d) INTO found, named, example FROM (SELECT ${value}, t."document_id" FROM ${from} WHERE ${where}) r(v, d);`,
    '  IF found > 0 THEN',
    `    RAISE ${level} USING MESSAGE = concat(${sqlText(problem)}, found, ' (' || named || ')', ', for example in document ', example, ${sqlText(`. ${advice}`.trimEnd())});`,
    '  END IF;',
    `END ${quote}`,
  ].join('\n');
  return statement('safe', reason, sql);
}

/** A statement that fails with a clear message if a query finds values (`v`) that repeat. */
export function repeatedCheck(name: string, holders: 'rows' | 'entries', repeated: string): Statement {
  const sql = [
    'DO $repeated$',
    'DECLARE repeated text;',
    'BEGIN',
    `  SELECT string_agg(v, ', ') INTO repeated FROM (${repeated}) r;`,
    '  IF repeated IS NOT NULL THEN',
    `    RAISE unique_violation USING MESSAGE = concat(${sqlText(`${name} cannot be unique: several ${holders} have `)}, repeated);`,
    '  END IF;',
    'END $repeated$',
  ].join('\n');
  return statement('safe', 'fails without changes if values repeat', sql);
}
