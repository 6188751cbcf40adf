import { inspect } from 'node:util';

import type { DocumentEvent, HookEvent, OpenTransaction, Scope, TypeHooks } from '../content/index.js';
import type { Executor } from '../database/index.js';
import { type AnyModel, USER_UID } from '../model/index.js';

/** The hooks of one write. */
export interface WriteHooks {
  /** A hook runs before a document is created. */
  readonly runsBeforeCreate: boolean;
  /** A hook runs before an existing document is changed. */
  readonly runsBeforeUpdate: boolean;
  /**
   * Runs the hook between the draft and its published version, if the write publishes and the project has this hook.
   */
  readonly beforePublish: BeforePublish | undefined;
  /** Returns the data to write: the sent data, or what a hook returned or changed in place. */
  before(executor: Executor, data: unknown, documentId: string | undefined): Promise<unknown>;
  after(executor: Executor, data: unknown, documentId: string, created: boolean): Promise<void>;
  /** Runs a hook that gets the document but no data. */
  run(executor: Executor, name: DocumentHook, documentId: string): Promise<void>;
}

type BeforePublish = (executor: Executor, documentId: string) => Promise<void>;
type DocumentHook = 'beforeDelete' | 'afterDelete' | 'afterPublish' | 'afterUnpublish';

export function hooksOf(
  { content, caller }: Scope,
  model: AnyModel,
  version: { readonly locale: string | undefined; readonly publish: boolean },
): WriteHooks {
  // Hooks do not run for users.
  const hooks: TypeHooks = model.uid === USER_UID ? {} : (content.hooks?.get(model.name) ?? {});
  const publishes = version.publish && model.draftAndPublish;
  /** Calls a hook with an event, if the project has this hook, and checks that no write of the hook failed. */
  const call = async <Event, Result>(
    executor: Executor,
    hook: ((event: Event) => Result) | undefined,
    event: (about: HookEvent) => Event,
  ): Promise<Awaited<Result> | undefined> => {
    if (hook === undefined) return undefined;
    const { tx, check } = opened(content, executor, model.name);
    const locale = model.localized && version.locale !== undefined ? { locale: version.locale } : {};
    try {
      const result = await hook(event({ type: model.name, caller, executor, tx, ...locale }));
      check();
      return result;
    } catch (thrown) {
      throw thrown instanceof Error ? thrown : noError(thrown, model.name);
    }
  };
  const document =
    (documentId: string) =>
    (about: HookEvent): DocumentEvent => ({ ...about, documentId });

  const { beforePublish } = hooks;
  return {
    runsBeforeCreate: hooks.beforeCreate !== undefined,
    runsBeforeUpdate: hooks.beforeUpdate !== undefined,
    beforePublish:
      publishes && beforePublish !== undefined
        ? async (executor, documentId) => void (await call(executor, beforePublish, document(documentId)))
        : undefined,
    async before(executor, sent, documentId) {
      const isHooked = (documentId === undefined ? hooks.beforeCreate : hooks.beforeUpdate) !== undefined;
      // Each attempt at the transaction gets a copy, because a hook may change its data in place.
      const data = isHooked ? structuredClone(sent) : sent;
      const changed =
        documentId === undefined
          ? await call(executor, hooks.beforeCreate, (about) => ({ ...about, data }))
          : await call(executor, hooks.beforeUpdate, (about) => ({ ...about, documentId, data }));
      return changed ?? data;
    },
    async after(executor, data, documentId, created) {
      const hook = created ? hooks.afterCreate : hooks.afterUpdate;
      await call(executor, hook, (about) => ({ ...about, documentId, data }));
      if (publishes) await call(executor, hooks.afterPublish, document(documentId));
    },
    run: async (executor, name, documentId) => void (await call(executor, hooks[name], document(documentId))),
  };
}

/** Hono answers only errors. Anything else that a hook throws would be an empty 500 that is not logged. */
function noError(thrown: unknown, type: string): Error {
  return new Error(`A hook of ${type} threw something that is no error: ${inspect(thrown)}`, { cause: thrown });
}

/**
 * More hooks than a project means to nest. A hook whose write calls the same hook again would never end, and no other
 * request would run.
 */
const MAX_DEPTH = 20;

/** `createContent` takes the hooks, and opens transactions for the hooks. */
function opened({ open, hookDepth = 0 }: Scope['content'], executor: Executor, type: string): OpenTransaction {
  if (open === undefined) throw new Error('Hooks need a content of `createContent`');
  if (hookDepth === MAX_DEPTH) {
    throw new Error(`A hook of ${type} causes itself: ${MAX_DEPTH} hooks wait for the writes of each other`);
  }
  return open(executor, hookDepth + 1);
}
