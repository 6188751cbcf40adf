import type { Scope } from '../content/content.js';
import type { Executor } from '../database/database.js';
import type { DocumentEvent, HookEvent, TypeHooks } from '../content/hooks.js';
import type { AnyModel } from '../model/model.js';

/** The hooks of one write. */
export interface WriteHooks {
  /** Something runs before a document is changed or published. */
  readonly precede: boolean;
  /** The data to write: what was sent, or what a hook makes of it, be it by returning something else or in place. */
  before(executor: Executor, data: unknown, documentId: string | undefined): Promise<unknown>;
  after(executor: Executor, data: unknown, documentId: string, created: boolean): Promise<void>;
  /** Around something that is done to a document as it is. */
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
    precede: hooks.beforeUpdate !== undefined || hooks.beforePublish !== undefined,
    async before(executor, sent, documentId) {
      const isHooked = (documentId === undefined ? hooks.beforeCreate : hooks.beforeUpdate) !== undefined;
      // A copy of its own for every attempt at the transaction.
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
