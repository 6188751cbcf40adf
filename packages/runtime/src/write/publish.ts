import type { Executor } from '../database/index.js';
import { NotFoundError } from '../errors/index.js';
import type { DocumentAction } from './actions.js';
import { mayRepeat } from './checks/repeatable.js';
import { writeDocument } from './pipeline.js';
import { mayTakeWith } from './relations/exclusive.js';

/** Publishes the draft as it is: a write without input. */
export async function publish(
  executor: Executor,
  { scope, target, guard, hooks, mayCarry }: DocumentAction,
): Promise<void> {
  const { model, documentId, locale, preferred } = target;
  const mayTake = mayTakeWith(mayCarry, model);
  await writeDocument(executor, {
    content: scope.content,
    model,
    documentId,
    locale,
    preferred,
    publish: true,
    input: new Map(),
    mayRepeat: mayRepeat(scope, model),
    mayCarry,
    ...(mayTake === undefined ? {} : { mayTake }),
    guard: async (tx, versions) => {
      // Publishing creates no version in a locale that has none.
      if (versions.length === 0) throw new NotFoundError();
      await guard(tx, versions);
    },
    beforePublish: hooks.beforePublish,
  });
  await hooks.run(executor, 'afterPublish', documentId);
}
