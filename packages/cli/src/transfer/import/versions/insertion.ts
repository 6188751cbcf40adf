import { codeOf, messageOf } from '../../../diagnostics/thrown.js';
import { type TypeLayout, quoted } from '../../layout.js';
import { retried } from '../locks.js';
import { type VersionRow, recordOf } from './rows.js';
import type { Transaction } from '../staging.js';

export interface Refused {
  readonly row: VersionRow;
  /** The column whose unique index refused the row; absent for any other reason. */
  readonly column?: string;
  readonly message: string;
  /** The row was written without the value of the column. */
  readonly isWritten: boolean;
}

export interface InsertOptions {
  /**
   * Leaves out a two-way one-to-one relation whose target has another owner. Without this option, such a row is
   * refused.
   */
  readonly mayDropLinks: boolean;
}

const FIXED = [
  ['id', 'bigint'],
  ['document_id', 'text'],
  ['locale', 'text'],
  ['cg_status', 'text'],
  ['cg_version', 'integer'],
  ['cg_diverged', 'text[]'],
  ['created_at', 'timestamptz'],
  ['updated_at', 'timestamptz'],
  ['published_at', 'timestamptz'],
] as const;

/**
 * Inserts versions with one statement; `text` has all of them. Rows that a unique index or any other rule of the database
 * refuses are inserted again one by one, to learn the reason; a two-way one-to-one relation gives way to the first owner
 * of its target.
 */
export async function insertVersions(
  tx: Transaction,
  layout: TypeLayout,
  rows: readonly VersionRow[],
  text: string,
  options: InsertOptions,
): Promise<readonly Refused[]> {
  if (rows.length === 0) return [];
  const count = await retried(tx, (inner) => insert(inner, layout, text, 'on conflict do nothing')).catch(
    (error: unknown) => {
      if (isRefusal(error)) return 0;
      throw error;
    },
  );
  if (count === rows.length) return [];
  const inserted = await idsIn(tx, layout, rows);
  const refused: Refused[] = [];
  for (const row of rows) {
    if (!inserted.has(row.id)) refused.push(...(await insertAlone(tx, layout, row, recordOf(row), options)));
  }
  return refused;
}

async function insertAlone(
  tx: Transaction,
  layout: TypeLayout,
  row: VersionRow,
  record: Readonly<Record<string, unknown>>,
  options: InsertOptions,
): Promise<readonly Refused[]> {
  try {
    await retried(tx, (inner) => insert(inner, layout, JSON.stringify([record]), ''));
    return [];
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const column = conflictingColumn(error, layout);
    const exclusive = column !== undefined && constraintOf(error).endsWith('_exclusive');
    const message = refusalOf(error, column, exclusive);
    if (!exclusive || !options.mayDropLinks) {
      return [{ row, message, isWritten: false, ...(column === undefined ? {} : { column }) }];
    }
    const rest = await insertAlone(tx, layout, row, { ...record, [column]: null }, options);
    const dropped = { row, column, message, isWritten: rest.every(({ isWritten }) => isWritten) };
    return dropped.isWritten ? [dropped, ...rest] : rest;
  }
}

/**
 * Whether the database refuses the row itself. Lost connections, deadlocks, a lack of resources and interventions are
 * no reason to leave a row out.
 */
function isRefusal(error: unknown): boolean {
  const code = codeOf(error) ?? '';
  // An SQLSTATE; errors of the driver have words.
  return /^(\d[0-9A-Z]{4}|P0\d{3})$/.test(code) && !/^(08|25|40|53|55|57|58)/.test(code);
}

function refusalOf(error: unknown, column: string | undefined, exclusive: boolean): string {
  if (exclusive) return 'another document has this one-to-one relation already';
  if (column !== undefined) return 'another published document has the same value, which must be unique';
  if (codeOf(error) === '23505') return 'the version exists already';
  return `the database refuses it: ${messageOf(error)}`;
}

function constraintOf(error: unknown): string {
  return error instanceof Error && 'constraint_name' in error ? String(error.constraint_name) : '';
}

/** The column in the name of a unique index: `articles__slug_unique`. */
function conflictingColumn(error: unknown, { type, columns }: TypeLayout): string | undefined {
  if (codeOf(error) !== '23505') return undefined;
  const name = constraintOf(error);
  return columns.find(({ name: column }) =>
    ['unique', 'exclusive'].some((kind) => name === `${type.table}__${column}_${kind}`),
  )?.name;
}

async function insert(
  tx: Transaction,
  { table, columns }: TypeLayout,
  records: string,
  conflict: string,
): Promise<number> {
  const all = [...FIXED, ...columns.map(({ name, postgres }) => [name, postgres] as const)];
  const names = all.map(([name]) => quoted(name)).join(', ');
  const typed = all.map(([name, type]) => `${quoted(name)} ${type}`).join(', ');
  const { count } = await tx.unsafe(
    `insert into ${table} (${names}) select ${names} from json_to_recordset($1::text::json) as x(${typed}) ${conflict}`,
    [records],
  );
  return count;
}

/** The row ids that the table has. */
async function idsIn(
  tx: Transaction,
  { table }: TypeLayout,
  rows: readonly VersionRow[],
): Promise<ReadonlySet<number>> {
  const found = await tx.unsafe<{ id: string }[]>(`select id from ${table} where id = any($1::text[]::bigint[])`, [
    rows.map(({ id }) => String(id)),
  ]);
  return new Set(found.map(({ id }) => Number(id)));
}

/** Inserts the lists of versions. */
export async function insertLinks(
  tx: Transaction,
  { table: owners, links }: TypeLayout,
  texts: readonly (string | undefined)[],
): Promise<void> {
  for (const [index, { table }] of links.entries()) {
    const text = texts[index];
    if (text === undefined) continue;
    await tx.unsafe(
      `insert into ${table} (source_id, target_id, rank, inverse_rank, published, locale)
       select s, t, r, i, v.cg_status = 'published', v.locale
       from json_to_recordset($1::text::json) as x(s bigint, t text, r text, i text) join ${owners} v on v.id = x.s`,
      [text],
    );
  }
}

export async function remember(tx: Transaction, type: string, text: string): Promise<void> {
  await tx.unsafe(
    `insert into cg_imports (document_id, locale, status, type, digest, version)
     select d, l, s, $2, g, v from json_to_recordset($1::text::json) as x(d text, l text, s text, g text, v integer)
     on conflict (document_id, locale, status) do update set digest = excluded.digest, version = excluded.version, type = excluded.type`,
    [text, type],
  );
}
