import { setImmediate } from 'node:timers/promises';

import { rankAt } from '@content-gen/runtime/transfer';

import type { Layout, TypeLayout } from '../layout.js';
import { type ConvertContext, convertVersion, ownersIn } from './convert.js';
import { registerUniqueValues } from './entry-values.js';
import { type Reference, referencesOf } from './references.js';
import type { Tally } from './report.js';
import { type VersionRow, digestOf, identifyEntries, insertLinks, insertVersions, remember } from './rows.js';
import type { Transaction } from './staging.js';

export interface VersionsContext {
  readonly layout: Layout;
  readonly roles: ConvertContext['roles'];
  readonly tally: Tally;
  readonly progress: (done: number) => void;
  /** Changes values of the source before they are converted. */
  readonly prepare: (values: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;
}

interface StagedVersion {
  readonly id: number;
  readonly document: string;
  readonly locale: string;
  readonly status: string;
  readonly created: string | null;
  readonly updated: string | null;
  readonly published: string | null;
  readonly diverged: readonly string[] | null;
  readonly data: string;
  readonly state: 'new' | 'untouched' | 'overwrite' | 'equal' | 'changed' | 'deleted';
  readonly known: string | null;
}

type NewVersion = Omit<VersionRow, 'id' | 'version'> & { readonly replaces: boolean };

const ROWS = 1000;
/** A batch ends after this many stored bytes, so that large documents do not fill the memory. */
const BYTES = 2_000_000;
/** Converting pauses after this many versions, so that the statements of the batch before it go on meanwhile. */
const PAUSE = 100;

/**
 * Writes the versions of a type in the order of the source, a batch at a time. While the database writes a batch, the
 * next one is converted.
 */
export async function importVersions(tx: Transaction, type: TypeLayout, context: VersionsContext): Promise<void> {
  const ids = createIds(tx, `pg_get_serial_sequence('${type.table}', 'id')`);
  const entryIds = createIds(tx, `'cg_entry_id'`);
  let [done, writing] = [0, Promise.resolve()];
  for (let batch = await loadBatch(tx, type, -1, context); ;) {
    if (batch.last === undefined) return writing;
    const changed = await convertBatch(type, batch, context);
    await writing;
    // A statement beside a savepoint that fails would fail with it, so the next batch is read before this one is written.
    const next = await loadBatch(tx, type, batch.last, context);
    writing = writeAll(tx, type, changed, { ids, entryIds }, context);
    // The error is thrown where the loop waits for it.
    writing.catch(() => undefined);
    context.progress((done += batch.staged.length));
    batch = next;
  }
}

interface Batch {
  readonly staged: readonly StagedVersion[];
  /** The row id of the last version; `undefined` after the end. */
  readonly last: number | undefined;
  /** The versions to write, with their values. */
  readonly wanted: readonly { readonly version: StagedVersion; readonly values: Readonly<Record<string, unknown>> }[];
  readonly references: ReadonlyMap<string, readonly Reference[]>;
}

async function loadBatch(tx: Transaction, type: TypeLayout, after: number, context: VersionsContext): Promise<Batch> {
  const staged = await nextBatch(tx, type.type.uid, after);
  const wanted = staged
    .filter(({ state }) => state !== 'equal' && state !== 'changed' && state !== 'deleted')
    // The staging wrote the text from an object.
    .map((version) => ({ version, values: context.prepare(JSON.parse(version.data) as Record<string, unknown>) }));
  const owners = wanted.flatMap(({ version, values }) => ownersIn(type, version.id, values, context.layout));
  return { staged, wanted, last: staged.at(-1)?.id, references: await referencesOf(tx, owners) };
}

/** Subqueries look each row up; joins would read the whole tables with every batch. */
function nextBatch(tx: Transaction, uid: string, after: number): Promise<readonly StagedVersion[]> {
  const iso = (column: string) =>
    `to_char(e.${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${column}`;
  return tx.unsafe<StagedVersion[]>(
    `select e.id::float8 as id, e.document, e.locale, e.status, ${iso('created')}, ${iso('updated')}, ${iso('published')},
       array_to_json(e.diverged) as diverged, e.data,
       coalesce((select s.state from cg_in_state s where s.document = e.document), 'new') as state,
       (select i.digest from cg_imports i where i.document_id = e.document and i.locale = e.locale and i.status = e.status) as known
     from (
       select *, sum(pg_column_size(data)) over (order by id) - pg_column_size(data) as before from (
         select * from cg_in_entity where type = $1 and id > $2::float8::bigint and status <> 'skip' order by id limit ${ROWS}) f
     ) e
     where before < ${BYTES} order by e.id`,
    [uid, after],
  );
}

/** The versions to write: those that the last import did not write already. */
async function convertBatch(
  type: TypeLayout,
  { staged, wanted, references }: Batch,
  context: VersionsContext,
): Promise<readonly NewVersion[]> {
  const { name } = type.type;
  const { tally } = context;
  tally.count(name, 'read', staged.length);
  const equal = staged.filter(({ state }) => state === 'equal').length;
  tally.count(name, 'skipped', staged.length - wanted.length - equal);
  const changed: NewVersion[] = [];
  for (const [index, { version, values }] of wanted.entries()) {
    const converted = convertOne(type, version, values, references, context);
    if (converted !== undefined) changed.push(converted);
    if (index % PAUSE === PAUSE - 1) await setImmediate();
  }
  tally.count(name, 'unchanged', equal + wanted.length - changed.length);
  return changed;
}

/** `undefined` for a version that the last import wrote already. */
function convertOne(
  type: TypeLayout,
  version: StagedVersion,
  values: Readonly<Record<string, unknown>>,
  references: Batch['references'],
  { layout, roles, tally }: VersionsContext,
): NewVersion | undefined {
  const { document, locale, status, created, updated, published, state, known } = version;
  const note: ConvertContext['note'] = (attribute, effect, message) => {
    if (effect === 'dropped' && message.startsWith('the link')) tally.links.dropped++;
    tally.problem({ type: type.type.name, documentId: document, locale, status, attribute, effect, message });
  };
  const isPublished = status === 'published';
  const converted = convertVersion(type, version.id, values, { layout, references, roles, isPublished, note });
  const diverged = version.diverged ?? [];
  const row = { document, locale, status, diverged, created, updated, published, converted };
  const digest = digestOf(row);
  if (state === 'untouched' && known === digest) return undefined;
  return { ...row, digest, replaces: state !== 'new' };
}

async function writeAll(
  tx: Transaction,
  type: TypeLayout,
  changed: readonly NewVersion[],
  { ids, entryIds }: { readonly ids: Ids; readonly entryIds: Ids },
  context: VersionsContext,
): Promise<void> {
  const rows = await identify(tx, type, changed, ids);
  await entryIds.reserve(rows.reduce((sum, { converted }) => sum + converted.entries.length, 0));
  for (const { converted } of rows) identifyEntries(converted, entryIds.next);
  await writeBatch(tx, type, rows, context);
}

/** A replaced version keeps its row id, and its counter goes on, because clients may hold both. */
async function identify(
  tx: Transaction,
  { table }: TypeLayout,
  versions: readonly NewVersion[],
  ids: Ids,
): Promise<readonly VersionRow[]> {
  const replaced = versions.filter(({ replaces }) => replaces);
  const removed =
    replaced.length === 0
      ? []
      : await tx.unsafe<{ id: string; key: string; version: number }[]>(
          `delete from ${table} t using unnest($1::text[], $2::text[], $3::text[]) r(document, locale, status)
           where t.document_id = r.document and t.locale = r.locale and t.cg_status = r.status
           returning t.id, t.document_id || ' ' || t.locale || ' ' || t.cg_status as key, t.cg_version as version`,
          [
            replaced.map(({ document }) => document),
            replaced.map(({ locale }) => locale),
            replaced.map(({ status }) => status),
          ],
        );
  const before = new Map(removed.map((row) => [row.key, row]));
  await ids.reserve(versions.length);
  return versions.map((version) => {
    const old = before.get(`${version.document} ${version.locale} ${version.status}`);
    return { ...version, id: old === undefined ? ids.next() : Number(old.id), version: (old?.version ?? 0) + 1 };
  });
}

async function writeBatch(
  tx: Transaction,
  type: TypeLayout,
  rows: readonly VersionRow[],
  { layout, tally }: VersionsContext,
): Promise<void> {
  const { name } = type.type;
  const refused = await insertVersions(tx, type, rows);
  const skipped = new Set<VersionRow>();
  for (const { row, column, message } of refused) {
    const { document: documentId, locale, status } = row;
    const found = type.columns.find((one) => one.name === column)?.attribute;
    const isLink = found?.kind === 'relation';
    if (isLink) tally.links.dropped++;
    else skipped.add(row);
    const attribute = found === undefined ? {} : { attribute: found.name };
    const effect = isLink ? 'dropped' : 'skipped';
    tally.problem({ type: name, documentId, locale, status, ...attribute, effect, message });
  }
  const written = rows.filter((row) => !skipped.has(row));
  tally.count(name, 'skipped', skipped.size);
  tally.count(name, 'written', written.length);
  if (written.length === 0) return;
  await insertLinks(tx, type, written, rankAt);
  for (const { row, path } of await registerUniqueValues(tx, type, written, layout)) {
    const { document: documentId, locale, status } = row;
    const message = 'another published document has the same value, which must be unique';
    tally.problem({ type: name, documentId, locale, status, attribute: path, effect: 'kept', message });
  }
  await remember(tx, name, written);
}

interface Ids {
  /** Fetches ids ahead, at least this many. */
  reserve(count: number): Promise<void>;
  next(): number;
}

function createIds(tx: Transaction, sequence: string): Ids {
  let free: number[] = [];
  return {
    async reserve(count) {
      if (free.length >= count) return;
      const [row] = await tx.unsafe<{ ids: readonly number[] }[]>(
        `select json_agg(nextval(${sequence})) as ids from generate_series(1, ${Math.max(count - free.length, ROWS)})`,
      );
      // Ids are taken from the end, so that new ones go to the front.
      free = [...(row?.ids ?? []).toReversed(), ...free];
    },
    next() {
      const id = free.pop();
      if (id === undefined) throw new Error('No row id was reserved');
      return id;
    },
  };
}

/** Marks lists of drafts that differ from those of the published version; see `cg_diverged` in the runtime. */
export async function markDiverged(tx: Transaction, { type, table, links }: TypeLayout): Promise<void> {
  if (!type.draftAndPublish) return;
  for (const { table: list, attribute } of links) {
    const targets = (row: string) =>
      `(select array_agg(l.target_id order by l.rank) from ${list} l where l.source_id = ${row}.id)`;
    await tx.unsafe(
      `update ${table} d set cg_diverged = d.cg_diverged || $2::text from ${table} p
       where d.cg_status = 'draft' and p.cg_status = 'published' and p.document_id = d.document_id and p.locale = d.locale
       and d.document_id in (select document from cg_in_entity where type = $1 and diverged is null)
       and d.document_id not in (select document from cg_in_state where state in ('changed', 'deleted', 'equal'))
       and not d.cg_diverged @> array[$2::text] and ${targets('d')} is distinct from ${targets('p')}`,
      [type.uid, attribute.name],
    );
  }
}
