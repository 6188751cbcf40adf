import type { Content } from '../content/content.js';
import type { Executor } from '../database/database.js';
import { NotFoundError, ValidationError } from '../errors/index.js';
import type { AnyModel } from '../model/model.js';
import type { ListChange } from '../order/operations.js';
import { explained } from './targets/anchors.js';
import { newDocumentId } from './versions/document-id.js';
import { withInverse, withRelation } from './relations/diverged.js';
import { countEntries } from './versions/entries.js';
import { registerEntryValues, registerShared } from './checks/entry-unique.js';
import { prepareExistence, refuseUnseen } from './targets/existence.js';
import type { Input } from './input/input.js';
import { linkOwners, unlinkOwners } from './relations/inverse-write.js';
import type { InverseWork } from './relations/inverse.js';
import { copyLinks, syncLinks } from './relations/links.js';
import { createLoader } from '../sql/loader.js';
import { type Documents, lockDocuments, lockFor } from './targets/lock.js';
import { mergeRow } from './versions/merge.js';
import { supplyVersion } from './versions/missing-version.js';
import type { LinkWork } from './relations/owned-links.js';
import { partsOf } from './write-sequence.js';
import { syncInverse } from './relations/inverse-sync.js';
import { rebalanceLists } from './relations/rebalance.js';
import { type References, resolveReferences } from './targets/references.js';
import { NOTHING_WRONG, refusalOf } from './checks/refusal.js';
import { ConnectedTwice, isNothing, toChange } from './relations/relation-change.js';
import { checkRequiredRelations, valueProblems } from './checks/requirements.js';
import { prepareRelations } from './relations/relations.js';
import { isChanged, writeRows } from './versions/rows.js';
import { copyShared } from './versions/shared-locales.js';
import { type MayTake, stealExclusives } from './relations/exclusive.js';
import { storageOf } from '../model/storage.js';
import { Overtaken } from '../database/retry.js';
import { prepareUnique } from './checks/unique.js';
import { problemsError } from './input/problems.js';
import { type Target, type Version, editStatus, loadSibling, loadVersions } from './versions/version.js';

export interface SaveRequest {
  readonly content: Content;
  readonly model: AnyModel;
  /** Without one the document is new. */
  readonly documentId?: string;
  readonly locale: string;
  readonly preferred: readonly string[];
  readonly publish: boolean;
  readonly input: Input;
  /** Throws when the document must not be written as it is now. */
  readonly guard?: (executor: Executor, versions: readonly Version[]) => Promise<void>;
  /** Whether the caller may change other documents of the same type, where something is taken from them. */
  readonly mayTake?: MayTake;
  /** Which documents of a type the caller can see, and so point at; all of them without it. */
  readonly seen?: (executor: Executor, model: AnyModel, ids: readonly string[]) => Promise<ReadonlySet<string>>;
}

/** Writes a document and everything that belongs to it: in few statements, whatever the size of its lists. */
export async function save(executor: Executor, request: SaveRequest): Promise<string> {
  const { content, model, input } = request;
  const parts = partsOf(model, input);
  if (parts.length === 1) return savePart(executor, request);

  // All at once, because locks are always taken in the same order.
  const target: Target = { ...request, documentId: request.documentId ?? newDocumentId() };
  const references = await resolveReferences(executor, content, model, input);
  if (references.missing !== undefined) throw await refusalOf(executor, request, NOTHING_WRONG);
  const changes = await explained(executor, { content, model, references }, () =>
    relationChanges(model, input, references),
  );
  await lockFor(executor, target, references, changes, request.documentId !== undefined);
  const { guard: _guard, ...unguarded } = request;
  let next = request;
  for (const [index, part] of parts.entries()) {
    const whole: Whole = { sent: input, changed: changes, isLast: index === parts.length - 1 };
    next = { ...unguarded, documentId: await savePart(executor, { ...next, input: part }, whole) };
  }
  return next.documentId!;
}

/** Locks all that a write is going to lock, before somebody looks at the document: later ones would be out of order. */
export async function lockAhead(
  executor: Executor,
  { content, input }: Pick<SaveRequest, 'content' | 'input'>,
  target: Target,
): Promise<Documents> {
  const { model, documentId } = target;
  try {
    const references = await resolveReferences(executor, content, model, input);
    return await lockFor(executor, target, references, relationChanges(model, input, references), true);
  } catch (error) {
    // What is wrong with the input is said when it is written; whether the document is there comes first.
    if (!(error instanceof ValidationError || error instanceof ConnectedTwice)) throw error;
    return lockDocuments(executor, [documentId]);
  }
}

/** Where a request takes several writes: all that it sends, which is checked with the last of them. */
interface Whole {
  readonly sent: Input;
  readonly changed: ReadonlyMap<string, ListChange>;
  readonly isLast: boolean;
}

async function savePart(executor: Executor, request: SaveRequest, part?: Whole): Promise<string> {
  const { content, model, input } = request;
  const exists = request.documentId !== undefined;
  const target: Target = { ...request, documentId: request.documentId ?? newDocumentId() };
  const references = await resolveReferences(executor, content, model, input);
  if (references.missing !== undefined)
    throw await refusalOf(executor, { ...request, input: part?.sent ?? input }, NOTHING_WRONG);
  const circumstances = { content, model, references };
  const changes = await explained(executor, circumstances, () => relationChanges(model, input, references));
  const whole = part ?? { sent: input, changed: changes, isLast: true };
  const locked = await lockFor(executor, target, references, changes, exists);
  if (exists && locked.get(target.documentId) !== model.name) throw new NotFoundError();

  const loader = createLoader();
  const now = loader.add<string>(() => 'to_json(statement_timestamp())');
  const versions = exists ? loadVersions(loader, target) : () => [];
  const siblings = exists && model.localized ? loadSibling(loader, target) : () => [];
  const count = countEntries(input);
  const ids = loader.add<number[] | null>((param) =>
    count === 0
      ? 'null'
      : `(select json_agg(nextval('cg_entry_id')) from generate_series(1, ${param(count, 'integer')}))`,
  );
  const checkExistence = prepareExistence(loader, target, references, locked);
  const final = target.publish || !model.draftAndPublish;
  const unique = final ? prepareUnique(loader, target, input, exists) : () => [];
  const relations = prepareRelations(loader, target, changes, exists);
  await loader.load(executor);

  // First what the caller may not know of; then what is wrong with what it sent.
  await request.guard?.(executor, versions());
  checkExistence();
  await refuseUnseen(executor, request, target, references);
  const edit = versions().find(({ status }) => status === editStatus(model));
  const [other] = versions();
  const sibling = siblings()[0];
  const { guard: _passed, ...again } = request;
  if (edit === undefined && other !== undefined) {
    await supplyVersion(executor, target, other);
    return savePart(executor, again, part);
  }
  if (sibling?.ahead === true) {
    await copyShared(executor, model, { edit: sibling.id });
    return savePart(executor, again, part);
  }
  const published = model.draftAndPublish ? versions().find(({ status }) => status === 'published') : undefined;

  const nextIds = (ids() ?? [])[Symbol.iterator]();
  const work = await explained(executor, circumstances, () => ({
    ...relations(edit, published),
    row: mergeRow(model, input, edit, sibling, { references, nextId: () => nextIds.next().value! }),
  }));
  refuseOvertaken(work.inverses, locked, target);
  const values = new Map([...work.row.written, ...work.columns]);
  const all = { ...work.row.all, ...ownColumns(target, work.inverses), ...Object.fromEntries(work.columns) };
  if (final) {
    const taken = unique(new Map(Object.entries(all)));
    const problems = await valueProblems(executor, target, whole, all, taken);
    if (problems.length > 0) throw problemsError(problems);
  }

  for (const inverse of work.inverses) await unlinkOwners(executor, target, inverse);
  // Before the version itself, which may be one of the owners; but nothing can point at a document that is not there.
  if (exists) for (const inverse of work.inverses) await linkOwners(executor, target, inverse);
  await stealExclusives(executor, target, all, values, request.mayTake);
  const rows = await writeRows(executor, {
    target,
    current: edit,
    newDocument: !exists,
    values,
    diverged: divergedAfter(target, edit, work.links, work.inverses),
    links: work.links.map(({ changes }) => changes),
    now: now(),
  });
  if (!exists) for (const inverse of work.inverses) await linkOwners(executor, target, inverse);

  const { links } = storageOf(model);
  const inherited = links.filter((link) => link.shared && !changes.has(link.name));
  if (edit === undefined && sibling !== undefined && inherited.length > 0) {
    await syncLinks(executor, inherited, sibling.id, [
      rows.edit,
      ...(rows.published === undefined ? [] : [rows.published]),
    ]);
  }
  if (rows.published !== undefined && edit !== undefined) {
    if (published === undefined) await copyLinks(executor, links, rows.edit, rows.published);
    else {
      const differing = links.filter(({ name }) => edit.diverged.includes(name));
      if (differing.length > 0) await syncLinks(executor, differing, rows.edit, [rows.published]);
    }
    await syncInverse(executor, target, edit.diverged, { from: 'draft', to: 'published' });
  }
  for (const { relation, long } of work.links) {
    const sources = [rows.edit, ...(rows.published === undefined ? [] : [rows.published])];
    for (const key of long) await rebalanceLists(executor, relation.table, sources, key);
  }
  if (sibling !== undefined) await copyShared(executor, model, rows);
  if (final && whole.isLast) {
    await registerEntryValues(executor, target, all);
    if (sibling !== undefined) await registerShared(executor, target);
    await checkRequiredRelations(executor, target, whole.changed, rows.edit);
  }
  return target.documentId;
}

function relationChanges(model: AnyModel, input: Input, references: References): ReadonlyMap<string, ListChange> {
  const changes = new Map<string, ListChange>();
  for (const [name, relation] of storageOf(model).relations) {
    const sent = input.get(name);
    if (sent?.kind !== 'relation') continue;
    const change = toChange(
      sent.relation,
      references,
      relation.at === 'link' || (relation.at === 'inverse' && relation.many),
    );
    if (!isNothing(change)) changes.set(name, change);
  }
  return changes;
}

/** Somebody came into a list between looking at it and locking it: what was locked is not all that changes. */
function refuseOvertaken(inverses: readonly InverseWork[], locked: ReadonlyMap<string, string>, target: Target): void {
  for (const { unlink } of inverses) {
    if (unlink.some(({ doc }) => !locked.has(doc) && doc !== target.documentId)) throw new Overtaken();
  }
}

function divergedAfter(
  target: Target,
  edit: Version | undefined,
  links: readonly LinkWork[],
  inverses: readonly InverseWork[],
): readonly string[] {
  if (target.publish || !target.model.draftAndPublish) return [];
  let marks: readonly string[] = edit?.diverged ?? [];
  for (const { relation, changes } of links) if (isChanged(changes)) marks = withRelation(marks, relation.name);
  for (const work of inverses) {
    if (!work.relation.target.draftAndPublish) continue;
    marks = withInverse(marks, work);
    const { of, owner } = work.relation;
    if (of.at === 'link' && ownRow(target, work) !== undefined) marks = withRelation(marks, owner);
  }
  return marks;
}

/** What becomes of to-one relations of the document to itself that are written from the other side. */
function ownColumns(target: Target, inverses: readonly InverseWork[]): Readonly<Record<string, string | null>> {
  const columns: Record<string, string | null> = {};
  for (const work of inverses) {
    const own = work.relation.of.at === 'column' ? ownRow(target, work) : undefined;
    if (own !== undefined) columns[work.relation.owner] = own === 'comes' ? target.documentId : null;
  }
  return columns;
}

/** Whether the document itself comes into its list or leaves it. */
function ownRow({ documentId }: Target, { link, unlink }: InverseWork): 'comes' | 'leaves' | undefined {
  if (link.some(({ row }) => row.doc === documentId && !row.linked)) return 'comes';
  return unlink.some(({ doc }) => doc === documentId) ? 'leaves' : undefined;
}
