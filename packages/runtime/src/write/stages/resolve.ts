import type { Executor } from '../../database/index.js';
import { NotFoundError } from '../../errors/index.js';
import { type AnyModel, type RelationStorage, storageOf } from '../../model/index.js';
import type { ListChange } from '../../order/index.js';
import { run } from '../../sql/index.js';
import type { InputValues } from '../input/input.js';
import { twiceError } from '../relations/anchors.js';
import { type Changes, connectedTwice, isNothing, toChange } from '../relations/relation-change.js';
import { type References, resolveReferences } from '../targets/references.js';
import { newDocumentId } from '../versions/document-id.js';
import { versionsIn } from '../versions/rows.js';
import { NO_PROBLEMS, refusalOf, refuseMissing } from './refusal.js';
import type { Resolved, Step, WriteRequest } from './stages.js';

/** Finds the documents and files that the input names, once for all stages. */
export async function resolveTargets(executor: Executor, request: WriteRequest): Promise<Resolved> {
  const { content, model, input, documentId, newId, locale, preferred, publish } = request;
  const references = await resolveReferences(executor, content, model, input, request);
  const changes = changesOf(model, input, references);
  return {
    request,
    target: { model, documentId: documentId ?? newId ?? newDocumentId(), locale, preferred, publish },
    exists: documentId !== undefined,
    references,
    toLock: toLock(documentId, references),
    changes,
    steps: stepsOf(model, input).map((part, index, all): Step => ({
      input: part,
      changes: part === input ? changes : new Map([...changes].filter(([name]) => part.has(name))),
      isFirst: index === 0,
      isLast: index === all.length - 1,
    })),
  };
}

function toLock(documentId: string | undefined, references: References): ReadonlySet<string> {
  const targets = references.documents.flatMap(({ lock, reference }) =>
    lock ? (references.documentOf(reference) ?? []) : [],
  );
  return new Set(documentId === undefined ? targets : [documentId, ...targets]);
}

/**
 * Refuses an input whose references cannot be written. A document that the caller cannot change is a 404 before that
 * refusal, unless the caller is admitted already: the body may name the document itself.
 */
export async function refuseUnresolved(executor: Executor, resolved: Resolved, isAdmitted: boolean): Promise<void> {
  const { request, references } = resolved;
  const twice = twiceIn(resolved);
  if ((references.refusal ?? references.missing ?? twice) === undefined) return;
  if (!isAdmitted) await refuseClosed(executor, request);
  if (references.refusal !== undefined) throw references.refusal;
  if (references.missing !== undefined) throw await refusalOf(executor, resolved, NO_PROBLEMS);
  // The message has a row id, so the caller must see the document.
  await refuseMissing(executor, resolved);
  if (twice !== undefined) throw await twiceError(executor, request.content, twice);
}

/** The first document that one relation of the input connects twice. */
function twiceIn({ request, references }: Resolved): string | undefined {
  for (const name of storageOf(request.model).relations.keys()) {
    const sent = request.input.get(name);
    const twice = sent?.kind === 'relation' ? connectedTwice(sent.relation, references) : undefined;
    if (twice !== undefined) return twice;
  }
  return undefined;
}

/** Refuses to change a document that does not exist, or that the caller may not change. */
async function refuseClosed(executor: Executor, { model, documentId, locale, guard }: WriteRequest): Promise<void> {
  if (documentId === undefined) return;
  const [found] = await run(
    executor,
    (param) =>
      `select 1 from cg_documents where id = ${param(documentId, 'text')} and type = ${param(model.name, 'text')}`,
  );
  if (found === undefined) throw new NotFoundError();
  await guard?.(executor, await versionsIn(executor, model, documentId, locale));
}

function changesOf(model: AnyModel, input: InputValues, references: References): Changes {
  const changes = new Map<string, ListChange>();
  for (const [name, relation] of storageOf(model).relations) {
    const sent = input.get(name);
    if (sent?.kind !== 'relation') continue;
    const many = relation.at === 'link' || (relation.at === 'inverse' && relation.many);
    const change = toChange(sent.relation, references, many);
    if (!isNothing(change)) changes.set(name, change);
  }
  return changes;
}

/**
 * The steps of a write, in order. A body may write one relation through several attributes: both sides of a relation of
 * a type to itself, or two attributes that show the same polymorphic relation. Such a body means several writes, one
 * after the other in the order of the definition. The first step also writes all other attributes.
 */
function stepsOf(model: AnyModel, input: InputValues): readonly InputValues[] {
  /** By stored relation: how many attributes have written it so far. */
  const written = new Map<string, number>();
  /** By attribute: the step that writes the attribute, where this is not the first step. */
  const later = new Map<string, number>();
  for (const relation of storageOf(model).relations.values()) {
    if (!input.has(relation.name)) continue;
    const stored = storedAs(model, relation);
    const step = written.get(stored) ?? 0;
    written.set(stored, step + 1);
    if (step > 0) later.set(relation.name, step);
  }
  if (later.size === 0) return [input];
  return Array.from(
    { length: Math.max(...later.values()) + 1 },
    (_, step) => new Map([...input].filter(([name]) => (later.get(name) ?? 0) === step)),
  );
}

function storedAs(model: AnyModel, relation: RelationStorage): string {
  return relation.at === 'inverse' ? `${relation.target.name}.${relation.owner}` : `${model.name}.${relation.name}`;
}
