import type { DocumentEvent, HookEvent, Scope, TypeHooks } from '../content/index.js';
import type { Executor } from '../database/index.js';
import type { AnyModel } from '../model/index.js';

/** The hooks of one write. */
export interface WriteHooks {
  /** A hook runs before an existing document is changed. */
  readonly runsBeforeUpdate: boolean;
  readonly runsBeforePublish: boolean;
  /** Returns the data to write: the sent data, or what a hook returned or changed in place. */
  before(executor: Executor, data: unknown, documentId: string | undefined): Promise<unknown>;
  after(executor: Executor, data: unknown, documentId: string, created: boolean): Promise<void>;
  /** Runs a hook that gets the document but no data. */
  run(executor: Executor, name: DocumentHook, documentId: string): Promise<void>;
}

type DocumentHook = 'beforeDelete' | 'afterDelete' | 'beforePublish' | 'afterPublish' | 'afterUnpublish';

export function hooksOf(
  { content, caller }: Scope,
  model: AnyModel,
  version: { readonly locale: string | undefined; readonly publish: boolean },
): WriteHooks {
  const hooks: TypeHooks = content.hooks?.get(model.name) ?? {};
  const publishes = version.publish && model.draftAndPublish;
  const about = (executor: Executor): HookEvent => ({
    type: model.name,
    caller,
    executor,
    ...(model.localized && version.locale !== undefined ? { locale: version.locale } : {}),
  });
  const document = (executor: Executor, documentId: string): DocumentEvent => ({ ...about(executor), documentId });

  return {
    runsBeforeUpdate: hooks.beforeUpdate !== undefined || (publishes && hooks.beforePublish !== undefined),
    runsBeforePublish: hooks.beforePublish !== undefined,
    async before(executor, sent, documentId) {
      const isHooked = (documentId === undefined ? hooks.beforeCreate : hooks.beforeUpdate) !== undefined;
      // Each attempt at the transaction gets a copy, because a hook may change its data in place.
      const data = isHooked ? structuredClone(sent) : sent;
      const changed =
        documentId === undefined
          ? await hooks.beforeCreate?.({ ...about(executor), data })
          : await hooks.beforeUpdate?.({ ...document(executor, documentId), data });
      if (publishes) {
        await hooks.beforePublish?.({ ...about(executor), ...(documentId === undefined ? {} : { documentId }) });
      }
      return changed ?? data;
    },
    async after(executor, data, documentId, created) {
      const event = { ...document(executor, documentId), data };
      await (created ? hooks.afterCreate?.(event) : hooks.afterUpdate?.(event));
      if (publishes) await hooks.afterPublish?.(document(executor, documentId));
    },
    run: async (executor, name, documentId) => hooks[name]?.(document(executor, documentId)),
  };
}
