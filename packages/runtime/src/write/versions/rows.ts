import { isNoting } from '../../changes/index.js';
import type { Status } from '../../shape/index.js';
import { type Executor, type RawRow, type Value, literal } from '../../database/index.js';
import { type AnyModel, type TypeStorage, type StoredColumn, storageOf } from '../../model/index.js';
import {
  type DocumentRow,
  type Loader,
  type Param,
  type Part,
  type RowDocument,
  createLoader,
  runRaw,
} from '../../sql/index.js';
import { type LinkChanges, linkWrites } from '../relations/links.js';
import { type WriteTarget, type Version, editStatus, fromSibling } from '../targets/target.js';
import { isBehind, withPublished } from './shared-locales.js';

/** The row that the answer to a write consists of. */
export interface ShownRow {
  readonly status: Status;
  readonly document: RowDocument;
}

/** The shown row, with the place where the statement that writes the row leaves the row. */
export interface KeptRow extends ShownRow {
  readonly keep: (row: DocumentRow) => void;
}

interface RowWrite {
  readonly target: WriteTarget;
  /** The version to change; without it, a new version is inserted. */
  readonly current: Version | undefined;
  /** The published version to change, where the write publishes; without it, a new published version is inserted. */
  readonly published: Version | undefined;
  /** The document is new, too. */
  readonly newDocument: boolean;
  /** Values to write, by name of the stored column. */
  readonly columns: ReadonlyMap<string, unknown>;
  readonly diverged: readonly string[];
  readonly links: readonly LinkChanges[];
  readonly now: string;
  readonly shown?: KeptRow | undefined;
}

/** The row ids of the written versions, and their counters where the write is logged. */
export interface WrittenVersions {
  readonly edit: number;
  readonly published: number | undefined;
  readonly versions: { readonly edit?: number | undefined; readonly published?: number | undefined };
}

/** Writes the version, its published copy where the write publishes, and its links, in one statement. */
export async function writeRows(executor: Executor, write: RowWrite): Promise<WrittenVersions> {
  const { target, current, newDocument, links } = write;
  const storage = storageOf(target.model);
  const publishes = target.publish && target.model.draftAndPublish;
  const shown = shownRow(write, publishes);
  const notes = isNoting(executor);
  const [row] = await runRaw(executor, (param) => {
    const parts: string[] = [];
    if (newDocument) parts.push(`document as (${insertDocument(param, target)})`);
    parts.push(
      `edit as (${current === undefined ? insertRow(param, storage, write) : updateRow(param, storage, write, current)})`,
    );
    if (publishes) {
      const { published: before } = write;
      const text =
        before === undefined ? publishFirst(param, storage, write) : publishAgain(param, storage, write, before);
      parts.push(`published as (${text})`);
    }
    const version = 'select id, cg_status, locale from';
    const sources = publishes ? `${version} edit union all ${version} published` : `${version} edit`;
    const changes = links.flatMap((link) => linkWrites(param, link, sources));
    parts.push(...changes.map((part, index) => `l${index} as (${part})`));
    const ids = `(select id from edit), ${publishes ? '(select id from published)' : 'null::bigint'}`;
    const versions = notes ? `, ${countersOf('edit')}, ${publishes ? countersOf('published') : 'null'}` : '';
    const answer = shown === undefined ? '' : `, (${shown.select}) d`;
    return `with ${parts.join(', ')} select w.*${shown ? ', d.*' : ''} from (select ${ids}${versions}) w${answer}`;
  });
  const [edit, published, ...rest] = row ?? [];
  if (edit === undefined || edit === null) throw new Error('The statement that writes a version returned no row');
  const counters = rest.splice(0, notes ? 2 : 0);
  shown?.keep(rest);
  const [counter, publishedCounter] = counters.map((bytes) => (bytes ? Number(bytes.toString()) : undefined));
  return {
    edit: Number(edit.toString()),
    published: published ? Number(published.toString()) : undefined,
    versions: { edit: counter, published: publishedCounter },
  };
}

function countersOf(part: string): string {
  return `(select cg_version from ${part})`;
}

/** Selects the answer from the part of the statement that has its row. */
function shownRow({ shown, target }: RowWrite, publishes: boolean) {
  const isEdit = shown?.status === editStatus(target.model);
  if (shown === undefined || !(isEdit || publishes)) return undefined;
  const { document, keep } = shown;
  return {
    select: document.select(isEdit ? 'edit' : 'published'),
    keep: (row: RawRow) => keep(document.decode(row)),
  };
}

function insertDocument(param: Param, { documentId, model }: WriteTarget): string {
  return `insert into cg_documents (id, type, single) values (${param(documentId, 'text')}, ${param(model.name, 'text')}, ${param(model.single, 'boolean')})`;
}

function insertRow(param: Param, storage: TypeStorage, { target, columns: values, diverged, now }: RowWrite): string {
  const { model, documentId, locale } = target;
  const columns = storage.columns.filter(({ name }) => values.has(name));
  const at = param(now, 'timestamptz');
  const fixed = ['document_id', 'locale', 'cg_status', 'cg_diverged', 'created_at', 'updated_at', 'published_at'];
  const names = [...fixed, ...columns.map(({ column }) => column)];
  const items = [
    param(documentId, 'text'),
    param(locale, 'text'),
    literal(editStatus(model)),
    param(diverged, 'text[]'),
    at,
    at,
    model.draftAndPublish ? 'null' : at,
    ...columns.map((column) => columnParam(param, column, values.get(column.name))),
  ];
  return `insert into ${storage.table} (${names.join(', ')}) values (${items.join(', ')}) returning *`;
}

function updateRow(param: Param, storage: TypeStorage, write: RowWrite, current: Version): string {
  const { target, columns: values, now, diverged } = write;
  const at = param(now, 'timestamptz');
  const columns = storage.columns.filter(({ name }) => values.has(name));
  const items = [
    ...columns.map((column) => `${column.column} = ${columnParam(param, column, values.get(column.name))}`),
    `updated_at = ${at}`,
    ...(target.model.draftAndPublish ? [] : [`published_at = ${at}`]),
    'cg_version = cg_version + 1',
    `cg_diverged = ${param(diverged, 'text[]')}`,
  ];
  return `update ${storage.table} set ${items.join(', ')} where id = ${param(current.id, 'bigint')} returning *`;
}

/** Updates the published version in place, so that its row id stays and default lists keep their order. */
function publishAgain(param: Param, { table, columns }: TypeStorage, { now }: RowWrite, current: Version): string {
  const set = [
    ...columns.map((column) => `${column.column} = ${published(column)}`),
    'updated_at = edit.updated_at',
    `published_at = ${param(now, 'timestamptz')}`,
    'cg_version = p.cg_version + 1',
  ];
  return `update ${table} p set ${set.join(', ')} from edit where p.id = ${param(current.id, 'bigint')} returning p.*`;
}

/** No `on conflict`: an insert that becomes an update takes an id of the sequence, which ends one day. */
function publishFirst(param: Param, { table, columns }: TypeStorage, { now }: RowWrite): string {
  const names = columns.map(({ column }) => column);
  const fixed = ['document_id', 'locale', 'cg_status', 'created_at', 'updated_at', 'published_at'];
  const values = ['document_id', 'locale', `'published'`, 'created_at', 'updated_at', param(now, 'timestamptz')];
  return `insert into ${table} (${[...fixed, ...names].join(', ')}) select ${[...values, ...names].join(', ')} from edit returning *`;
}

/** A rank in the list of the other side belongs to the target: the rank changes only with the relation. */
function published({ column, placeOf }: StoredColumn): string {
  if (placeOf === undefined) return `edit.${column}`;
  return `case when p.${placeOf} = edit.${placeOf} then coalesce(p.${column}, edit.${column}) else edit.${column} end`;
}

/** The versions in one locale, or in all locales if no locale is given. */
export function loadVersions(
  loader: Loader,
  { model, documentId, locale }: Pick<WriteTarget, 'model' | 'documentId'> & { readonly locale: string | undefined },
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
 * The shared values of the locale that was written last. A first version in this locale starts with these values, and a
 * version that lags behind has to catch up with them.
 */
export function loadSibling(loader: Loader, { model, documentId, locale }: WriteTarget): Part<readonly Sibling[]> {
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
  // The value was cast to the type of its column when the body was read.
  return param(value as Value, column.type);
}
