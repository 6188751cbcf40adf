import { isoText } from '../../iso-text.js';
import type { Layout, TypeLayout } from '../../layout.js';
import { ownersIn } from '../convert.js';
import { type Reference, referencesOf } from '../references.js';
import type { Transaction } from '../staging.js';

export interface StagedVersion {
  readonly id: number;
  readonly document: string;
  readonly locale: string;
  readonly status: string;
  readonly created: string | null;
  readonly updated: string | null;
  readonly published: string | null;
  readonly diverged: readonly string[] | null;
  readonly data: string;
  readonly state: 'new' | 'untouched' | 'overwrite' | 'late' | 'refused' | 'equal' | 'changed' | 'deleted';
  readonly known: string | null;
}

/** Up to this many versions are a batch. */
const ROWS = 1000;
/** A batch ends after this many stored bytes, so that large documents do not fill the memory. */
const BYTES = 2_000_000;

export interface BatchContext {
  readonly layout: Layout;
  /** Changes values of the source before the conversion. */
  readonly prepare: (values: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;
  /** The row ids of the source to load; by default all rows. */
  readonly only?: readonly number[];
}

export interface Batch {
  readonly staged: readonly StagedVersion[];
  /** The row id of the last version; `undefined` after the end. */
  readonly last: number | undefined;
  /** The versions to write, with the values of each. */
  readonly wanted: readonly { readonly version: StagedVersion; readonly values: Readonly<Record<string, unknown>> }[];
  readonly references: ReadonlyMap<string, readonly Reference[]>;
  /** How many entries of components the versions have, at any depth. */
  readonly entries: number;
}

/** The versions of a type after a row id of the source. */
export async function loadBatch(
  tx: Transaction,
  type: TypeLayout,
  after: number,
  context: BatchContext,
): Promise<Batch> {
  const staged = await nextBatch(tx, type.type.uid, after, context.only);
  const wanted = staged
    .filter(({ state }) => state !== 'equal' && state !== 'changed' && state !== 'deleted')
    // The staging wrote the text from an object.
    .map((version) => ({ version, values: context.prepare(JSON.parse(version.data)) }));
  const owners = wanted.flatMap(({ version, values }) => ownersIn(type, version.id, values, context.layout));
  const references = await referencesOf(tx, owners);
  return { staged, wanted, last: staged.at(-1)?.id, references, entries: owners.length - wanted.length };
}

/** Subqueries look each row up; joins would read the whole tables with every batch. */
function nextBatch(
  tx: Transaction,
  uid: string,
  after: number,
  only: readonly number[] | undefined,
): Promise<readonly StagedVersion[]> {
  const iso = (column: string) => `${isoText(`e.${column}`)} as ${column}`;
  const isWanted = only === undefined ? '' : ' and id = any($3::text[]::bigint[])';
  return tx.unsafe<StagedVersion[]>(
    `select e.id::float8 as id, e.document, e.locale, e.status, ${iso('created')}, ${iso('updated')}, ${iso('published')},
       array_to_json(e.diverged) as diverged, e.data,
       coalesce((select s.state from cg_in_state s where s.document = e.document), 'new') as state,
       (select i.digest from cg_imports i where i.document_id = e.document and i.locale = e.locale and i.status = e.status) as known
     from (
       select *, sum(pg_column_size(data)) over (order by id) - pg_column_size(data) as before from (
         select * from cg_in_entity where type = $1 and id > $2::float8::bigint and status <> 'skip'${isWanted} order by id limit ${ROWS}) f
     ) e
     where before < ${BYTES} order by e.id`,
    [uid, after, ...(only === undefined ? [] : [only.map(String)])],
  );
}
