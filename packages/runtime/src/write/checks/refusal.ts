import type { Executor } from '../../database/database.js';
import { newDocumentId } from '../versions/document-id.js';
import { prepareExistence, refuseUnseen } from '../targets/existence.js';
import { type Wrong, wrongError } from '../input/input.js';
import { createLoader } from '../../sql/loader.js';
import { inOrder } from '../input/problems.js';
import { resolveReferences } from '../targets/references.js';
import type { SaveRequest } from '../pipeline.js';
import { prepareUnique } from './unique.js';

type Refused = Omit<SaveRequest, 'guard' | 'mayTake'>;

/** Nothing was found in the body itself. */
export const NOTHING_WRONG: Wrong = { all: [], late: [], general: undefined };

/**
 * Everything that is wrong with a body that is not going to be written. Clients are told first of documents that it names
 * and that are not there. The rest is told at once: what the body alone tells, and what only the database knows.
 */
export async function refusalOf(executor: Executor, request: Refused, wrong: Wrong): Promise<Error> {
  const { content, model, input } = request;
  const target = { ...request, documentId: request.documentId ?? newDocumentId() };
  const references = await resolveReferences(executor, content, model, input);
  const loader = createLoader();
  const checkExistence = prepareExistence(loader, target, references, new Map());
  // Drafts are looked at on their own; what others have comes into it when they are published.
  const exists = request.documentId !== undefined;
  const unique = model.draftAndPublish ? () => [] : prepareUnique(loader, target, input, exists);
  await loader.load(executor);

  checkExistence();
  await refuseUnseen(executor, request, target, references);
  const sent = new Map([...input].map(([name, value]) => [name, value.kind === 'scalar' ? value.value : undefined]));
  const all = inOrder(Object.keys(model.attributes), [...wrong.all, ...unique(sent)]);
  return wrongError({ ...wrong, all, general: wrong.general ?? references.missing });
}
