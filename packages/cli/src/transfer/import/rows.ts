import { hash } from 'node:crypto';

import { newDocumentId } from '@content-gen/runtime/transfer';

import { codeOf, messageOf } from '../../diagnostics/thrown.js';
import { type TypeLayout, quoted } from '../layout.js';
import type { ConvertedVersion } from './convert.js';
import type { Transaction } from './staging.js';

/** A version on its way into its table. */
export interface VersionRow {
  readonly id: number;
  readonly document: string;
  readonly locale: string;
  readonly status: string;
  readonly version: number;
  readonly diverged: readonly string[];
  readonly created: string | null;
  readonly updated: string | null;
  readonly published: string | null;
  readonly digest: string;
  readonly converted: ConvertedVersion;
}

export interface Refused {
  readonly row: VersionRow;
  /** The column whose unique index refused the row; absent for any other reason. */
  readonly column?: string;
  readonly message: string;
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
 * Inserts versions with one statement. Rows that a unique index or any other rule of the database refuses are inserted
 * again one by one, to learn the reason; a two-way one-to-one relation gives way to the first owner of its target.
 */
export async function insertVersions(
  tx: Transaction,
  layout: TypeLayout,
  rows: readonly VersionRow[],
): Promise<readonly Refused[]> {
  if (rows.length === 0) return [];
  const count = await tx
    .savepoint((inner) => insert(inner, layout, rows.map(recordOf), 'on conflict do nothing'))
    .catch(() => 0);
  if (count === rows.length) return [];
  const inserted = await idsIn(tx, layout, rows);
  const refused: Refused[] = [];
  for (const row of rows) {
    if (!inserted.has(row.id)) refused.push(...(await insertAlone(tx, layout, row, recordOf(row))));
  }
  return refused;
}

async function insertAlone(
  tx: Transaction,
  layout: TypeLayout,
  row: VersionRow,
  record: Readonly<Record<string, unknown>>,
): Promise<readonly Refused[]> {
  try {
    await tx.savepoint((inner) => insert(inner, layout, [record], ''));
    return [];
  } catch (error) {
    const column = conflictingColumn(error, layout);
    const exclusive = column !== undefined && constraintOf(error).endsWith('_exclusive');
    const message = refusalOf(error, column, exclusive);
    if (!exclusive) return [{ row, message, ...(column === undefined ? {} : { column }) }];
    const rest = await insertAlone(tx, layout, row, { ...record, [column]: null });
    return rest.length > 0 ? rest : [{ row, column, message }];
  }
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
  records: readonly object[],
  conflict: string,
): Promise<number> {
  const all = [...FIXED, ...columns.map(({ name, postgres }) => [name, postgres] as const)];
  const names = all.map(([name]) => quoted(name)).join(', ');
  const typed = all.map(([name, type]) => `${quoted(name)} ${type}`).join(', ');
  const { count } = await tx.unsafe(
    `insert into ${table} (${names}) select ${names} from json_to_recordset($1::text::json) as x(${typed}) ${conflict}`,
    [JSON.stringify(records)],
  );
  return count;
}

/** The row ids of versions that their table has. */
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

function recordOf(row: VersionRow): Readonly<Record<string, unknown>> {
  const now = row.updated ?? row.created ?? row.published ?? new Date().toISOString();
  return {
    id: row.id,
    document_id: row.document,
    locale: row.locale,
    cg_status: row.status,
    cg_version: row.version,
    cg_diverged: row.diverged,
    created_at: row.created ?? now,
    updated_at: row.updated ?? now,
    published_at: row.published,
    ...row.converted.row,
  };
}

/** Inserts the lists of versions. A rank repeats the order of the source; see `order/rank.ts` of the runtime. */
export async function insertLinks(
  tx: Transaction,
  { links }: TypeLayout,
  rows: readonly VersionRow[],
  rankAt: (index: number) => string,
): Promise<void> {
  for (const [index, { table, isTwoWay }] of links.entries()) {
    const records = rows.flatMap(({ id, converted }) =>
      (converted.links[index]?.targets ?? []).map(({ document, place }, at) => ({
        s: id,
        t: document,
        r: rankAt(at),
        i: isTwoWay ? rankAt(place) : null,
      })),
    );
    if (records.length === 0) continue;
    await tx.unsafe(
      `insert into ${table} (source_id, target_id, rank, inverse_rank)
       select s, t, r, i from json_to_recordset($1::text::json) as x(s bigint, t text, r text, i text)`,
      [JSON.stringify(records)],
    );
  }
}

export async function remember(tx: Transaction, type: string, rows: readonly VersionRow[]): Promise<void> {
  const records = rows.map(({ document, locale, status, digest, version }) => ({
    d: document,
    l: locale,
    s: status,
    g: digest,
    v: version,
  }));
  await tx.unsafe(
    `insert into cg_imports (document_id, locale, status, type, digest, version)
     select d, l, s, $2, g, v from json_to_recordset($1::text::json) as x(d text, l text, s text, g text, v integer)
     on conflict (document_id, locale, status) do update set digest = excluded.digest, version = excluded.version, type = excluded.type`,
    [JSON.stringify(records), type],
  );
}

/** The digest of a version as it would be written, without the ids that this database gives. */
export function digestOf(version: Omit<VersionRow, 'id' | 'digest' | 'version'>): string {
  const { converted, ...rest } = version;
  const links = converted.links.map(({ targets }) => targets.map(({ document, place }) => [document, place]));
  return hash('sha1', JSON.stringify([rest, converted.row, links]), 'base64');
}

/** Gives entries their ids. */
export function identifyEntries({ entries }: ConvertedVersion, nextId: () => number): void {
  for (const entry of entries) Object.assign(entry, { id: nextId(), documentId: newDocumentId() });
}
