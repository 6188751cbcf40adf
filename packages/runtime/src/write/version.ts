import type { Value } from '../database.js';
import type { AnyModel } from '../model.js';
import { literal } from '../sql/builder.js';
import type { Loader, Param, Part } from './loader.js';
import { type StoredColumn, storageOf } from './storage.js';

export type Status = 'draft' | 'published';

/** A version of a document as it is stored. */
export interface Version {
  readonly id: number;
  readonly status: Status;
  readonly version: number;
  /** Relations that differ from those of the published version; see `diverged.ts`. */
  readonly diverged: readonly string[];
  /** By attribute, and places in lists of the other side. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** The document and locale a write is about. */
export interface Target {
  readonly model: AnyModel;
  readonly documentId: string;
  readonly locale: string;
  /** The write ends in a published version. */
  readonly publish: boolean;
  /** Locales in which a version of another document is looked for, where this one has none of its own. */
  readonly preferred: readonly string[];
}

/** The version that a write changes; publishing copies it. */
export function editStatus(model: AnyModel): Status {
  return model.draftAndPublish ? 'draft' : 'published';
}

export function loadVersions(loader: Loader, { model, documentId, locale }: Target): Part<readonly Version[]> {
  const { table, columns } = storageOf(model);
  return loader.list(
    (param) =>
      `select t.id, t.status, t.cg_version as version, t.cg_diverged as diverged, ${valuesOf(columns)} as values from ${table} t where t.document_id = ${param(documentId, 'text')} and t.locale = ${param(locale, 'text')}`,
  );
}

/** The shared values of a version in another locale: what a first version in this one begins with. */
export function loadSibling(
  loader: Loader,
  { model, documentId, locale, preferred }: Target,
): Part<readonly Pick<Version, 'id' | 'values'>[]> {
  const { table, columns } = storageOf(model);
  const shared = columns.filter((column) => column.shared);
  return loader.list((param) => {
    const first = preferred.map((code, index) => `when ${param(code, 'text')} then ${index}`).join(' ');
    return `select t.id, ${valuesOf(shared)} as values from ${table} t where t.document_id = ${param(documentId, 'text')} and t.locale <> ${param(locale, 'text')} and t.status = ${literal(editStatus(model))} order by case t.locale ${first} else ${preferred.length} end, t.id limit 1`;
  });
}

function valuesOf(columns: readonly StoredColumn[]): string {
  if (columns.length === 0) return `'{}'::json`;
  // Numbers of JSON end at 2^53.
  const list = columns.map(({ name, column, type }) => `t.${column}${type === 'bigint' ? '::text' : ''} as "${name}"`);
  return `(select row_to_json(v) from (select ${list.join(', ')}) v)`;
}

/** A value as a parameter for its column. */
export function columnParam(param: Param, column: StoredColumn, value: unknown): string {
  if (column.type === 'jsonb' && value !== null) return param(JSON.stringify(value), 'jsonb');
  return param(value as Value, column.type);
}
