import { hash } from 'node:crypto';

import { newDocumentId, rankAt } from '@content-gen/runtime/transfer';

import type { LinkTable, TypeLayout } from '../../layout.js';
import type { ConvertedVersion } from '../convert.js';
import type { ImportProblem } from '../report.js';

/** A version on its way into its table. */
export interface VersionRow {
  readonly id: number;
  /** The row id of the source. */
  readonly source: number;
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
  /** The problems to list when the version is written. If the version is skipped, only the skip is listed. */
  readonly problems: readonly ImportProblem[];
}

/** The columns of a version. */
export function recordOf(row: VersionRow): Readonly<Record<string, unknown>> {
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

/** JSON texts of a batch, in the form that the statements of writing expect. */
export interface BatchTexts {
  readonly versions: string;
  /** One text for each table of links; `undefined` for a table without a link. */
  readonly links: readonly (string | undefined)[];
  /** See `memory.ts`. */
  readonly memory: string;
}

export function recordsText(rows: readonly VersionRow[]): string {
  return JSON.stringify(rows.map(recordOf));
}

export function textsOf({ links }: TypeLayout, rows: readonly VersionRow[]): BatchTexts {
  return {
    versions: recordsText(rows),
    links: links.map((table, index) => linksText(table, index, rows)),
    memory: JSON.stringify(
      rows.map(({ document, locale, status, digest, version }) => ({
        d: document,
        l: locale,
        s: status,
        g: digest,
        v: version,
      })),
    ),
  };
}

/** A rank repeats the order of the source; see `order/rank.ts` of the runtime. */
function linksText({ isTwoWay }: LinkTable, index: number, rows: readonly VersionRow[]): string | undefined {
  const records = rows.flatMap(({ id, converted }) =>
    (converted.links[index]?.targets ?? []).map(({ document, place }, at) => ({
      s: id,
      t: document,
      r: rankAt(at),
      i: isTwoWay ? rankAt(place) : null,
    })),
  );
  return records.length === 0 ? undefined : JSON.stringify(records);
}

/** The digest of a version before it is written, without the ids that this database gives. */
export function digestOf(version: Omit<VersionRow, 'id' | 'source' | 'digest' | 'version' | 'problems'>): string {
  const { converted, ...rest } = version;
  const links = converted.links.map(({ targets }) => targets.map(({ document, place }) => [document, place]));
  return hash('sha1', JSON.stringify([rest, converted.row, links]), 'base64');
}

/** Gives each entry an id. */
export function identifyEntries({ entries }: ConvertedVersion, nextId: () => number): void {
  for (const entry of entries) Object.assign(entry, { id: nextId(), documentId: newDocumentId() });
}
