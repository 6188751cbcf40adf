import { setImmediate } from 'node:timers/promises';

import type { TypeLayout } from '../layout.js';
import { type ConvertContext, convertVersion } from './convert.js';
import { registerUniqueValues } from './entry-values.js';
import { insertLinks, insertVersions, remember } from './insertion.js';
import type { Tally } from './report.js';
import { type NextId, takeIds } from './row-ids.js';
import { type BatchTexts, type VersionRow, digestOf, identifyEntries, textsOf } from './rows.js';
import { type Batch, type BatchContext, type StagedVersion, loadBatch } from './staged-versions.js';
import type { Transaction } from './staging.js';

export interface VersionsContext extends BatchContext {
  readonly roles: ConvertContext['roles'];
  readonly tally: Tally;
  readonly progress: (done: number) => void;
}

type NewVersion = Omit<VersionRow, 'id' | 'version'> & { readonly replaces: boolean };

/** The ids of a batch. */
interface Ids {
  readonly nextRow: NextId;
  readonly nextEntry: NextId;
}

/** Rows with their ids, and the parameters of the statements that write them. */
interface ReadyBatch {
  readonly rows: readonly VersionRow[];
  readonly texts: BatchTexts;
}

/** Converting pauses after this many versions, so that the statements of the batch before it go on meanwhile. */
const PAUSE = 25;

/**
 * Writes the versions of a type in the order of the source, a batch at a time. While the database writes a batch, the
 * next one is converted and made ready, so that the database does not wait between the statements of a batch.
 */
export async function importVersions(tx: Transaction, type: TypeLayout, context: VersionsContext): Promise<void> {
  let [done, writing] = [0, Promise.resolve()];
  for (let { batch, ids } = await loadWithIds(tx, type, -1, context); ;) {
    if (batch.last === undefined) return writing;
    const changed = await convertBatch(type, batch, context);
    const ready = ids && readyBatch(type, changed, ids);
    await writing;
    // A statement beside a savepoint that fails would fail with it, so the next batch is read before this one is written.
    const next = await loadWithIds(tx, type, batch.last, context);
    writing = ready === undefined ? replaceBatch(tx, type, changed, context) : writeBatch(tx, type, ready, context);
    // The error is thrown where the loop waits for it.
    writing.catch(() => undefined);
    context.progress((done += batch.staged.length));
    ({ batch, ids } = next);
  }
}

/** Loads a batch, and takes the ids of one that is new as a whole. Others get theirs when they are written. */
async function loadWithIds(
  tx: Transaction,
  type: TypeLayout,
  after: number,
  context: VersionsContext,
): Promise<{ batch: Batch; ids: Ids | undefined }> {
  const batch = await loadBatch(tx, type, after, context);
  const isNew = batch.wanted.every(({ version }) => version.state === 'new');
  return { batch, ids: isNew ? await idsFor(tx, type, batch.wanted.length, batch.entries) : undefined };
}

async function idsFor(tx: Transaction, { table }: TypeLayout, rows: number, entries: number): Promise<Ids> {
  return {
    nextRow: await takeIds(tx, `pg_get_serial_sequence('${table}', 'id')`, rows),
    nextEntry: await takeIds(tx, `'cg_entry_id'`, entries),
  };
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

type Replaced = ReadonlyMap<string, { readonly id: string; readonly version: number }>;

/** A replaced version keeps its row id, and its counter goes on, because clients may hold both. */
function readyBatch(
  type: TypeLayout,
  versions: readonly NewVersion[],
  { nextRow, nextEntry }: Ids,
  replaced: Replaced = new Map(),
): ReadyBatch {
  const rows = versions.map((version) => {
    const old = replaced.get(keyOf(version));
    return { ...version, id: old === undefined ? nextRow() : Number(old.id), version: (old?.version ?? 0) + 1 };
  });
  for (const { converted } of rows) identifyEntries(converted, nextEntry);
  return { rows, texts: textsOf(type, rows) };
}

/** Writes a batch that may replace versions. The rows that it removes give it ids, so it is made ready only here. */
async function replaceBatch(
  tx: Transaction,
  type: TypeLayout,
  versions: readonly NewVersion[],
  context: VersionsContext,
): Promise<void> {
  const replacing = versions.filter(({ replaces }) => replaces);
  const replaced = replacing.length === 0 ? undefined : await removeReplaced(tx, type, replacing);
  const entries = versions.reduce((sum, { converted }) => sum + converted.entries.length, 0);
  const ids = await idsFor(tx, type, versions.length - (replaced?.size ?? 0), entries);
  await writeBatch(tx, type, readyBatch(type, versions, ids, replaced), context);
}

async function removeReplaced(
  tx: Transaction,
  { table }: TypeLayout,
  versions: readonly NewVersion[],
): Promise<Replaced> {
  const removed = await tx.unsafe<{ id: string; document: string; locale: string; status: string; version: number }[]>(
    `delete from ${table} t using unnest($1::text[], $2::text[], $3::text[]) r(document, locale, status)
     where t.document_id = r.document and t.locale = r.locale and t.cg_status = r.status
     returning t.id, r.*, t.cg_version as version`,
    [
      versions.map(({ document }) => document),
      versions.map(({ locale }) => locale),
      versions.map(({ status }) => status),
    ],
  );
  return new Map(removed.map((row) => [keyOf(row), row]));
}

function keyOf({ document, locale, status }: Pick<StagedVersion, 'document' | 'locale' | 'status'>): string {
  return `${document} ${locale} ${status}`;
}

async function writeBatch(
  tx: Transaction,
  type: TypeLayout,
  { rows, texts }: ReadyBatch,
  { layout, tally }: VersionsContext,
): Promise<void> {
  const { name } = type.type;
  const refused = await insertVersions(tx, type, rows, texts.versions);
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
  const { links, memory } = skipped.size === 0 ? texts : textsOf(type, written);
  await insertLinks(tx, type, links);
  for (const { row, path } of await registerUniqueValues(tx, type, written, layout)) {
    const { document: documentId, locale, status } = row;
    const message = 'another published document has the same value, which must be unique';
    tally.problem({ type: name, documentId, locale, status, attribute: path, effect: 'kept', message });
  }
  await remember(tx, name, memory);
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
