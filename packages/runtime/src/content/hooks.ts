import type { Caller } from './content.js';
import type { Executor } from '../database/database.js';
import type { AnyModel, Model } from '../model/model.js';

/** What a hook is told about a write. */
export interface HookEvent {
  /** The name of the content type. */
  readonly type: string;
  /** Absent where the type has no locales, and where all of them are deleted. */
  readonly locale?: string;
  readonly caller: Caller;
  /** Runs statements inside the transaction of the write: what they do is undone with it. */
  readonly executor: Executor;
}

export interface DocumentEvent extends HookEvent {
  readonly documentId: string;
}

type Awaitable<T> = T | Promise<T>;

/**
 * What a project does when documents of a type are written. Hooks run inside the transaction, again when it is retried;
 * an error that one of them throws undoes the write and is the answer to the request.
 */
export interface TypeHooks<Input = unknown> {
  /** What it returns is written instead of `data`. */
  readonly beforeCreate?: (event: HookEvent & { readonly data: Input }) => Awaitable<Input | void>;
  readonly afterCreate?: (event: DocumentEvent & { readonly data: Input }) => Awaitable<void>;
  /** What it returns is written instead of `data`. */
  readonly beforeUpdate?: (event: DocumentEvent & { readonly data: Input }) => Awaitable<Input | void>;
  readonly afterUpdate?: (event: DocumentEvent & { readonly data: Input }) => Awaitable<void>;
  readonly beforeDelete?: (event: DocumentEvent) => Awaitable<void>;
  readonly afterDelete?: (event: DocumentEvent) => Awaitable<void>;
  /** Without a `documentId` where the document is published by the request that creates it. */
  readonly beforePublish?: (event: HookEvent & { readonly documentId?: string }) => Awaitable<void>;
  readonly afterPublish?: (event: DocumentEvent) => Awaitable<void>;
  readonly afterUnpublish?: (event: DocumentEvent) => Awaitable<void>;
}

/** By name of the content type. */
export type Hooks = ReadonlyMap<string, TypeHooks>;

type InputOf<M> = M extends Model<infer _Output, infer Input> ? Input : never;

/** Hooks of a project, typed by its models: `defineHooks(models, { article: { beforeCreate: … } })`. */
export function defineHooks<Models extends Readonly<Record<string, AnyModel>>>(
  models: Models,
  hooks: { readonly [Name in keyof Models]?: TypeHooks<InputOf<Models[Name]>> },
): Hooks {
  return new Map(
    Object.entries(hooks).map(([name, typeHooks]) => {
      const model = models[name];
      // Where nothing checks types, as in `serve`, it is said here.
      if (model === undefined) throw new Error(`There are hooks for "${name}", which is none of the models`);
      return [model.name, typeHooks as TypeHooks];
    }),
  );
}
