import type { TypeLayout } from '../../layout.js';
import { logWritten } from '../changes.js';
import { registerUniqueValues } from '../entry-values.js';
import { type Refused, insertLinks, insertVersions, remember } from './insertion.js';
import { type OldVersions, oldVersions, replaceVersions, versionKey } from './replacement.js';
import type { ImportProblem, Tally } from '../report.js';
import { type NextId, takeIds } from './row-ids.js';
import { type BatchTexts, type VersionRow, identifyEntries, textsOf } from './rows.js';
import type { BatchContext } from './staged-versions.js';
import type { Transaction } from '../staging.js';

export interface WriteContext extends BatchContext {
  readonly tally: Tally;
  /** Whether the changes of the type are logged. */
  readonly logs: boolean;
  /**
   * Takes versions that the database refuses, so that they are tried again. Without this function, a refusal is final
   * and is listed.
   */
  readonly refuse?: (row: VersionRow) => void;
  /** Called with the document of a version whose refusal is final. */
  readonly skip: (document: string) => void;
}

export type NewVersion = Omit<VersionRow, 'id' | 'version'> & { readonly replaces: boolean };

/** The ids of a batch. */
export interface Ids {
  readonly nextRow: NextId;
  readonly nextEntry: NextId;
}

/** Rows with their ids, and the parameters of the statements that write these rows. */
interface ReadyBatch {
  readonly rows: readonly VersionRow[];
  readonly texts: BatchTexts;
}

export async function idsFor(tx: Transaction, { table }: TypeLayout, rows: number, entries: number): Promise<Ids> {
  return {
    nextRow: await takeIds(tx, `pg_get_serial_sequence('${table}', 'id')`, rows),
    nextEntry: await takeIds(tx, `'cg_entry_id'`, entries),
  };
}

/** A replaced version keeps its row id, and its counter goes on, because clients may hold both. */
export function readyBatch(
  type: TypeLayout,
  versions: readonly NewVersion[],
  { nextRow, nextEntry }: Ids,
  replaced: OldVersions = new Map(),
): ReadyBatch {
  const rows = versions.map((version) => {
    const old = replaced.get(versionKey(version));
    return { ...version, id: old === undefined ? nextRow() : old.id, version: (old?.version ?? 0) + 1 };
  });
  for (const { converted } of rows) identifyEntries(converted, nextEntry);
  return { rows, texts: textsOf(type, rows) };
}

/** Writes a batch of new documents. */
export async function writeBatch(
  tx: Transaction,
  type: TypeLayout,
  batch: ReadyBatch,
  context: WriteContext,
): Promise<void> {
  const { rows, texts } = batch;
  await finishBatch(tx, type, batch, await insertVersions(tx, type, rows, texts.versions, optionsOf(context)), context);
}

/**
 * Writes a batch that may replace versions. The replaced rows give the new rows their ids, so the batch is made ready
 * only here.
 */
export async function replaceBatch(
  tx: Transaction,
  type: TypeLayout,
  versions: readonly NewVersion[],
  context: WriteContext,
): Promise<void> {
  const replaced = await oldVersions(
    tx,
    type,
    versions.filter(({ replaces }) => replaces),
  );
  const entries = versions.reduce((sum, { converted }) => sum + converted.entries.length, 0);
  const batch = readyBatch(type, versions, await idsFor(tx, type, versions.length - replaced.size, entries), replaced);
  const old = new Set([...replaced.values()].map(({ id }) => id));
  await finishBatch(tx, type, batch, await replaceVersions(tx, type, batch.rows, old, optionsOf(context)), context);
}

function optionsOf({ refuse }: WriteContext): { readonly mayDropLinks: boolean } {
  return { mayDropLinks: refuse === undefined };
}

/** Writes the lists of the accepted rows, and remembers these rows. */
async function finishBatch(
  tx: Transaction,
  type: TypeLayout,
  { rows, texts }: ReadyBatch,
  refused: readonly Refused[],
  context: WriteContext,
): Promise<void> {
  const { layout, tally } = context;
  const { name } = type.type;
  for (const one of refused) report(type, one, context);
  const left = new Set(refused.flatMap(({ row, isWritten }) => (isWritten ? [] : [row])));
  const written = rows.filter((row) => !left.has(row));
  for (const { problems } of written) listProblems(problems, tally);
  tally.count(name, 'written', written.length);
  if (written.length === 0) return;
  const { links, memory } = left.size === 0 ? texts : textsOf(type, written);
  await insertLinks(tx, type, links);
  for (const { row, path } of await registerUniqueValues(tx, type, written, layout)) {
    const { document: documentId, locale, status } = row;
    const message = 'another published document has the same value, which must be unique';
    tally.problem({ type: name, documentId, locale, status, attribute: path, effect: 'kept', message });
  }
  await remember(tx, name, memory);
  if (context.logs) await logWritten(tx, type.type, memory);
}

function report({ type, columns }: TypeLayout, refused: Refused, { tally, refuse, skip }: WriteContext): void {
  const { row, column, message, isWritten } = refused;
  if (!isWritten && refuse !== undefined) return refuse(row);
  const { document: documentId, locale, status } = row;
  const found = columns.find((one) => one.name === column)?.attribute;
  const attribute = found === undefined ? {} : { attribute: found.name };
  const effect = isWritten ? 'dropped' : 'skipped';
  tally.problem({ type: type.name, documentId, locale, status, ...attribute, effect, message });
  if (isWritten) tally.links.dropped++;
  else {
    tally.count(type.name, 'skipped');
    skip(documentId);
  }
}

export function listProblems(problems: readonly ImportProblem[], tally: Tally): void {
  for (const problem of problems) {
    if (problem.effect === 'dropped' && problem.message.startsWith('the link')) tally.links.dropped++;
    tally.problem(problem);
  }
}
