import { setImmediate } from 'node:timers/promises';

import type { TypeLayout } from '../../layout.js';
import {
  type Ids,
  type NewVersion,
  type WriteContext,
  idsFor,
  listProblems,
  readyBatch,
  replaceBatch,
  writeBatch,
} from './batch-writes.js';
import { type ConvertContext, convertVersion } from '../convert.js';
import { markDocuments, removeVanished, replacesAny } from '../memory.js';
import type { ImportProblem } from '../report.js';
import { digestOf } from './rows.js';
import { type Batch, type StagedVersion, loadBatch } from './staged-versions.js';
import type { Transaction } from '../staging.js';

interface VersionsContext extends Omit<WriteContext, 'only' | 'refuse' | 'skip'> {
  readonly roles: ConvertContext['roles'];
  readonly progress: (done: number) => void;
}

type Pass = VersionsContext & WriteContext;

/** Converting pauses after this many versions, so that the statements of the batch before go on meanwhile. */
const PAUSE = 25;

/**
 * Writes the versions of a type. Where documents are replaced, a version may need a value or a target that an old
 * version of another batch still has. So the versions that the database refuses are tried again after the others, and a
 * document loses no version before all new versions of the document are accepted.
 */
export async function importVersions(tx: Transaction, type: TypeLayout, context: VersionsContext): Promise<void> {
  if (!(await replacesAny(tx, type))) return writeVersions(tx, type, { ...context, skip: () => undefined });
  const [late, documents] = [new Set<number>(), new Set<string>()];
  const refuse: WriteContext['refuse'] = ({ source, document }) => {
    late.add(source);
    documents.add(document);
  };
  await writeVersions(tx, type, { ...context, refuse, skip: () => undefined });
  if (late.size > 0) await markDocuments(tx, [...documents], 'late');
  await removeVanished(tx, type, ['untouched', 'overwrite'], context.logs);
  if (late.size === 0) return;
  const refused = new Set<string>();
  const skip = (document: string) => void refused.add(document);
  await writeVersions(tx, type, { ...context, only: [...late], skip, progress: () => undefined });
  await markDocuments(tx, [...refused], 'refused');
  await removeVanished(tx, type, ['late'], context.logs);
}

/**
 * Writes versions in the order of the source, a batch at a time. While the database writes a batch, the next one is
 * converted and made ready, so that the database does not wait between the statements of a batch.
 */
async function writeVersions(tx: Transaction, type: TypeLayout, context: Pass): Promise<void> {
  let [done, writing] = [0, Promise.resolve()];
  for (let { batch, ids } = await loadWithIds(tx, type, -1, context); ;) {
    if (batch.last === undefined) return writing;
    const changed = await convertBatch(type, batch, context);
    const ready = ids && readyBatch(type, changed, ids);
    await writing;
    // A statement beside a savepoint that fails would fail with the savepoint, so the next batch is read before this
    // batch is written.
    const next = await loadWithIds(tx, type, batch.last, context);
    writing = ready === undefined ? replaceBatch(tx, type, changed, context) : writeBatch(tx, type, ready, context);
    // The error is thrown where the loop waits for it.
    writing.catch(() => undefined);
    context.progress((done += batch.staged.length));
    ({ batch, ids } = next);
  }
}

/**
 * Loads a batch. If all versions of the batch are new, their ids are taken here; otherwise the ids are taken when the
 * batch is written.
 */
async function loadWithIds(
  tx: Transaction,
  type: TypeLayout,
  after: number,
  context: Pass,
): Promise<{ batch: Batch; ids: Ids | undefined }> {
  const batch = await loadBatch(tx, type, after, context);
  const isNew = batch.wanted.every(({ version }) => version.state === 'new');
  return { batch, ids: isNew ? await idsFor(tx, type, batch.wanted.length, batch.entries) : undefined };
}

/** The versions to write: all versions that the last import did not write already. */
async function convertBatch(
  type: TypeLayout,
  { staged, wanted, references }: Batch,
  context: Pass,
): Promise<readonly NewVersion[]> {
  const changed: NewVersion[] = [];
  for (const [index, { version, values }] of wanted.entries()) {
    const converted = convertOne(type, version, values, references, context);
    if (converted !== undefined) changed.push(converted);
    if (index % PAUSE === PAUSE - 1) await setImmediate();
  }
  // Versions that are tried again were counted before.
  if (context.only !== undefined) return changed;
  const { tally } = context;
  const { name } = type.type;
  const equal = staged.filter(({ state }) => state === 'equal').length;
  tally.count(name, 'read', staged.length);
  tally.count(name, 'skipped', staged.length - wanted.length - equal);
  tally.count(name, 'unchanged', equal + wanted.length - changed.length);
  return changed;
}

/** `undefined` for a version that the last import wrote already. */
function convertOne(
  type: TypeLayout,
  version: StagedVersion,
  values: Readonly<Record<string, unknown>>,
  references: Batch['references'],
  { layout, roles, tally }: Pass,
): NewVersion | undefined {
  const { document, locale, status, created, updated, published, state, known } = version;
  const problems: ImportProblem[] = [];
  const note: ConvertContext['note'] = (attribute, effect, message) => {
    problems.push({ type: type.type.name, documentId: document, locale, status, attribute, effect, message });
  };
  const isPublished = status === 'published';
  const converted = convertVersion(type, version.id, values, { layout, references, roles, isPublished, note });
  const diverged = version.diverged ?? [];
  const row = { document, locale, status, diverged, created, updated, published, converted };
  const digest = digestOf(row);
  if (state === 'untouched' && known === digest) {
    listProblems(problems, tally);
    return undefined;
  }
  return { ...row, source: version.id, digest, problems, replaces: state !== 'new' };
}

/** Marks lists of drafts that differ from the lists of the published version; see `cg_diverged` in the runtime. */
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
