import { type Statement, id, statement, sqlText } from './statement.js';

/** A column, and another column that gets its values. */
export interface ColumnPair {
  readonly from: string;
  readonly to: string;
  /** The type of the other column, if the two types differ. */
  readonly type?: string;
}

/** About a megabyte, so that a writer waits for a moment only. */
const PAGES = 100;

/**
 * Copies columns into others of the same table, some rows in a transaction. A run that was interrupted passes over the
 * rows that are copied. Rows that are written meanwhile are copied by a trigger.
 */
export function copyStatement(table: string, pairs: readonly ColumnPair[], online = true): Statement {
  const valueOf = ({ from, type }: ColumnPair) => (type === undefined ? id(from) : `${id(from)}::${type}`);
  const set = pairs.map((pair) => `${id(pair.to)} = ${valueOf(pair)}`).join(', ');
  const where = pairs.map((pair) => `${id(pair.to)} IS DISTINCT FROM ${valueOf(pair)}`).join(' OR ');
  return fillStatement(table, { set, where }, online);
}

/** The change of the rows of a table, and the rows that lack it. `from`: a table that the change reads. */
interface Filling {
  readonly set: string;
  readonly where: string;
  readonly from?: string;
}

/** Changes all rows of a table that lack a change, some of them in a transaction. */
export function fillStatement(table: string, { set, where, from }: Filling, online: boolean): Statement {
  const joined = from === undefined ? '' : ` FROM ${from}`;
  if (!online) {
    const lacking = from === undefined ? '' : ` WHERE ${where}`;
    return statement('rewrites', 'copies the rows', `UPDATE ${id(table)} SET ${set}${joined}${lacking}`);
  }
  const place = `${id(table)}.ctid`;
  const sql = [
    'DO $$',
    'DECLARE',
    `  pages bigint := pg_relation_size(${sqlText(id(table))}) / current_setting('block_size')::bigint;`,
    '  page bigint := 0;',
    'BEGIN',
    '  WHILE page <= pages LOOP',
    `    UPDATE ${id(table)} SET ${set}${joined}`,
    `      WHERE ${place} >= format('(%s,0)', page)::tid AND ${place} < format('(%s,0)', page + ${PAGES})::tid`,
    `      AND (${where});`,
    '    COMMIT;',
    `    page := page + ${PAGES};`,
    '  END LOOP;',
    'END $$',
  ].join('\n');
  const reason = 'copies the rows in short transactions; a run that is interrupted continues';
  return { ...statement('rewrites', reason, sql), alone: true };
}

/** Creates the trigger of a table that runs `body` before each insert and update of a row. */
export function triggerStatements(name: string, table: string, body: readonly string[]): readonly Statement[] {
  const sql = [
    `CREATE OR REPLACE FUNCTION ${id(name)}() RETURNS trigger LANGUAGE plpgsql AS $$`,
    'BEGIN',
    ...body.map((line) => `  ${line}`),
    '  RETURN NEW;',
    'END $$',
  ].join('\n');
  const trigger = `CREATE TRIGGER ${id(name)} BEFORE INSERT OR UPDATE ON ${id(table)} FOR EACH ROW EXECUTE FUNCTION ${id(name)}()`;
  return [
    statement('safe', 'a new function', sql),
    statement('locks', 'briefly blocks writes; keeps both columns equal from now on', trigger),
  ];
}

export function dropTrigger(name: string, table: string): readonly Statement[] {
  return [
    statement('locks', 'briefly takes an exclusive lock', `DROP TRIGGER IF EXISTS ${id(name)} ON ${id(table)}`),
    statement('safe', 'no trigger calls it any more', `DROP FUNCTION IF EXISTS ${id(name)}()`),
  ];
}
