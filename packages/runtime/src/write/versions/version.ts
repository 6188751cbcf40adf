import type { Executor, Value } from '../../database/index.js';
import { type AnyModel, type StoredColumn, storageOf } from '../../model/index.js';
import { type Loader, type Param, type Part, createLoader } from '../../sql/index.js';
import { type Target, type Version, fromSibling } from '../targets/target.js';
import { isBehind, withPublished } from './shared-locales.js';

/** The versions in one locale; in all locales without one. */
export function loadVersions(
  loader: Loader,
  { model, documentId, locale }: Pick<Target, 'model' | 'documentId'> & { readonly locale: string | undefined },
): Part<readonly Version[]> {
  const { table, columns } = storageOf(model);
  return loader.list(
    (param) =>
      `select t.id, t.cg_status as status, t.cg_version as version, t.cg_diverged as diverged, ${valuesOf(columns)} as values from ${table} t where t.document_id = ${param(documentId, 'text')}${locale === undefined ? '' : ` and t.locale = ${param(locale, 'text')}`}`,
  );
}

export async function versionsIn(
  executor: Executor,
  model: AnyModel,
  documentId: string,
  locale: string | undefined,
): Promise<readonly Version[]> {
  const loader = createLoader();
  const versions = loadVersions(loader, { model, documentId, locale });
  await loader.load(executor);
  return versions();
}

export interface Sibling extends Pick<Version, 'id' | 'values'> {
  /** The version in the locale of the write has older shared values. */
  readonly isAhead: boolean;
}

/**
 * The shared values of the locale that was written last. A first version in this locale starts with them, and a version
 * that lags behind has to catch up with them.
 */
export function loadSibling(loader: Loader, { model, documentId, locale }: Target): Part<readonly Sibling[]> {
  const { table, columns } = storageOf(model);
  const shared = columns.filter((column) => column.shared);
  return loader.list((param) => {
    const [id, code] = [param(documentId, 'text'), param(locale, 'text')];
    const rows = { e: 'e', s: 't', p: 'p' };
    // Without drafts, every write reaches all locales, so none lags behind.
    const isAhead = model.draftAndPublish
      ? `exists (select 1 from ${withPublished(table, rows)} where e.document_id = ${id} and e.locale = ${code} and ${isBehind(model, rows)})`
      : 'false';
    return `select t.id, ${valuesOf(shared)} as values, ${isAhead} as "isAhead" ${fromSibling(model, id, code)}`;
  });
}

function valuesOf(columns: readonly StoredColumn[]): string {
  if (columns.length === 0) return `'{}'::json`;
  // JSON numbers are exact up to 2^53 only.
  const list = columns.map(({ name, column, type }) => `t.${column}${type === 'bigint' ? '::text' : ''} as "${name}"`);
  return `(select row_to_json(v) from (select ${list.join(', ')}) v)`;
}

/** A value as a parameter for its column. */
export function columnParam(param: Param, column: StoredColumn, value: unknown): string {
  if (column.type === 'jsonb' && value !== null) return param(JSON.stringify(value), 'jsonb');
  // The input was cast to the type of its column when it was read.
  return param(value as Value, column.type);
}
