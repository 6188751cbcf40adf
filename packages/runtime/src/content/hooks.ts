import type { Caller } from './content.js';
import type { Executor } from '../database/index.js';
import type { AnyModel, Model } from '../model/index.js';

/** The write that a hook is called for. */
export interface HookEvent {
  /** The name of the content type. */
  readonly type: string;
  /** Absent if the type is not localized, and if all locales are deleted. */
  readonly locale?: string;
  readonly caller: Caller;
  /** Runs statements inside the transaction of the write, so that they are rolled back with it. */
  readonly executor: Executor;
}

export interface DocumentEvent extends HookEvent {
  readonly documentId: string;
}

type Awaitable<T> = T | Promise<T>;

/**
 * Functions that a project runs when documents of a type are written. Hooks run inside the transaction, and run again
 * when it is retried. An error that a hook throws rolls the write back and answers the request.
 */
export interface TypeHooks<Input = unknown> {
  /** Its result, if any, is written instead of `data`. */
  readonly beforeCreate?: (event: HookEvent & { readonly data: Input }) => Awaitable<Input | void>;
  readonly afterCreate?: (event: DocumentEvent & { readonly data: Input }) => Awaitable<void>;
  /** Its result, if any, is written instead of `data`. */
  readonly beforeUpdate?: (event: DocumentEvent & { readonly data: Input }) => Awaitable<Input | void>;
  readonly afterUpdate?: (event: DocumentEvent & { readonly data: Input }) => Awaitable<void>;
  readonly beforeDelete?: (event: DocumentEvent) => Awaitable<void>;
  readonly afterDelete?: (event: DocumentEvent) => Awaitable<void>;
  /** Without a `documentId` if the request that creates the document also publishes it. */
  readonly beforePublish?: (event: HookEvent & { readonly documentId?: string }) => Awaitable<void>;
  readonly afterPublish?: (event: DocumentEvent) => Awaitable<void>;
  readonly afterUnpublish?: (event: DocumentEvent) => Awaitable<void>;
}

/** By name of the content type. */
export type Hooks = ReadonlyMap<string, TypeHooks>;

type InputOf<M> = M extends Model<infer _Output, infer Input> ? Input : never;

/** Types the hooks of a project by its models: `defineHooks(models, { article: { beforeCreate: … } })`. */
export function defineHooks<Models extends Readonly<Record<string, AnyModel>>>(
  models: Models,
  hooks: { readonly [Name in keyof Models]?: TypeHooks<InputOf<Models[Name]>> },
): Hooks {
  return new Map(
    Object.entries(hooks).map(([name, typeHooks]) => {
      const model = models[name];
      // `content-gen serve` does not check types, so the name is checked here.
      if (model === undefined) throw new Error(`There are hooks for "${name}", which is none of the models`);
      // The input type is the model's own; the write pipeline passes input of that type.
      return [model.name, typeHooks as TypeHooks];
    }),
  );
}
