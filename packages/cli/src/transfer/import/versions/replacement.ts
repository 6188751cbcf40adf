import type { TypeLayout } from '../../layout.js';
import { type InsertOptions, type Refused, insertVersions } from './insertion.js';
import { retried } from '../locks.js';
import { type VersionRow, recordsText } from './rows.js';
import type { StagedVersion } from './staged-versions.js';
import type { Transaction } from '../staging.js';

/** The document, locale and status of a version. */
type Key = Pick<StagedVersion, 'document' | 'locale' | 'status'>;

/** The rows that versions replace, by `versionKey`. */
export type OldVersions = ReadonlyMap<string, { readonly id: number; readonly version: number }>;

export function versionKey({ document, locale, status }: Key): string {
  return `${document} ${locale} ${status}`;
}

/** The versions that this database has. */
export async function oldVersions(
  tx: Transaction,
  { table }: TypeLayout,
  versions: readonly Key[],
): Promise<OldVersions> {
  if (versions.length === 0) return new Map();
  const found = await tx.unsafe<(Key & { id: number; version: number })[]>(
    `select t.id::float8 as id, t.cg_version as version, r.* from unnest($1::text[], $2::text[], $3::text[]) r(document, locale, status)
     join ${table} t on t.document_id = r.document and t.locale = r.locale and t.cg_status = r.status`,
    [
      versions.map(({ document }) => document),
      versions.map(({ locale }) => locale),
      versions.map(({ status }) => status),
    ],
  );
  return new Map(found.map((row) => [versionKey(row), row]));
}

/** Takes the removal of old rows back. */
class Refusal extends Error {
  constructor(readonly refused: readonly Refused[]) {
    super('The database refuses rows that replace others');
  }
}

/**
 * Replaces old rows by new rows with the same ids. All old rows are deleted before the first new row is inserted,
 * because documents may exchange unique values. If the database refuses a row that replaces an old row, everything is
 * rolled back, so that the old row stays with its links, and all other rows are tried again: the old row may have a
 * value that another row needs.
 */
export async function replaceVersions(
  tx: Transaction,
  type: TypeLayout,
  rows: readonly VersionRow[],
  old: ReadonlySet<number>,
  options: InsertOptions,
): Promise<readonly Refused[]> {
  const refused: Refused[] = [];
  for (let rest = rows; ;) {
    try {
      return [...refused, ...(await retried(tx, (inner) => replaceAll(inner, type, rest, old, options)))];
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refused.push(...error.refused);
      const kept = new Set(error.refused.map(({ row }) => row));
      rest = rest.filter((row) => !kept.has(row));
    }
  }
}

async function replaceAll(
  tx: Transaction,
  type: TypeLayout,
  rows: readonly VersionRow[],
  old: ReadonlySet<number>,
  options: InsertOptions,
): Promise<readonly Refused[]> {
  const ids = rows.filter(({ id }) => old.has(id)).map(({ id }) => String(id));
  await tx.unsafe(`delete from ${type.table} where id = any($1::text[]::bigint[])`, [ids]);
  const refused = await insertVersions(tx, type, rows, recordsText(rows), options);
  const replacing = refused.filter(({ row, isWritten }) => !isWritten && old.has(row.id));
  if (replacing.length > 0) throw new Refusal(replacing);
  return refused;
}
