import type { Executor } from '../../database/index.js';
import { createLoader } from '../../sql/index.js';
import { type InputProblems, inOrder, inputError } from '../input/problems.js';
import type { Resolved } from './stages.js';
import { prepareExistence } from '../targets/existence.js';
import { withoutForeignValues } from '../checks/repeatable.js';
import { prepareUnique } from '../checks/unique.js';

/** The body itself has no problem. */
export const NO_PROBLEMS: InputProblems = { all: [], late: [], general: undefined };

/**
 * The error for a body that cannot be written. Strapi first reports named documents that do not exist. All other
 * problems come at once: problems of the body alone, and problems that only the database knows.
 */
export async function refusalOf(executor: Executor, resolved: Resolved, found: InputProblems): Promise<Error> {
  const { request, target, references, exists } = resolved;
  const { model, input } = request;
  if (references.refusal !== undefined) return references.refusal;
  const loader = createLoader();
  const checkExistence = prepareExistence(loader, target, references, new Set());
  // Drafts may share unique values, so a type with drafts has its values compared when a draft is published.
  const unique = model.draftAndPublish ? () => [] : prepareUnique(loader, target, input, exists);
  await loader.load(executor);

  await checkExistence(executor, request.seen, new Map());
  const sent = Object.fromEntries(
    [...input].map(([name, value]) => [name, value.kind === 'scalar' ? value.value : undefined]),
  );
  const all = inOrder(Object.keys(model.attributes), [...found.all, ...unique(sent)]);
  return inputError({
    ...found,
    all: withoutForeignValues(all, request.mayRepeat),
    general: found.general ?? references.missing,
  });
}

/** Refuses documents that do not exist for the caller, before an error says more about such a document. */
export async function refuseMissing(executor: Executor, { request, target, references }: Resolved): Promise<void> {
  const loader = createLoader();
  const checkExistence = prepareExistence(loader, target, references, new Set());
  await loader.load(executor);
  await checkExistence(executor, request.seen, new Map());
}
