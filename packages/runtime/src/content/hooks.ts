import type { Caller } from './content.js';
import type { Transaction } from './documents.js';
import type { Executor } from '../database/index.js';
import type { AnyModel } from '../model/index.js';
import type { Input, LocaleOf, ShapeOf } from '../shape/index.js';

/** The write that a hook is called for. */
export interface HookEvent<Models = unknown, Locale extends string = string> {
  /** The name of the content type. */
  readonly type: string;
  /** Absent if the type is not localized, and if all locales are deleted. */
  readonly locale?: Locale;
  readonly caller: Caller;
  /** Runs statements inside the transaction of the write, so that they are rolled back with it. */
  readonly executor: Executor;
  /** Documents inside the transaction of the write: `tx.asSystem().tags.create(…)`. */
  readonly tx: Transaction<Models>;
}

/** The write of a document that has an id already. */
export interface DocumentEvent<Models = unknown, Locale extends string = string> extends HookEvent<Models, Locale> {
  readonly documentId: string;
}

type Awaitable<T> = T | Promise<T>;

/**
 * Functions that a project runs when documents of a type are written. Hooks run inside the transaction, and run again
 * when the transaction is retried. An error that a hook throws rolls the write back and answers the request.
 */
export interface TypeHooks<Data = unknown, Models = unknown, Locale extends string = string> {
  /** Its result, if any, is written instead of `data`. */
  readonly beforeCreate?: (event: HookEvent<Models, Locale> & { readonly data: Data }) => Awaitable<Data | void>;
  readonly afterCreate?: (event: DocumentEvent<Models, Locale> & { readonly data: Data }) => Awaitable<void>;
  /** Its result, if any, is written instead of `data`. */
  readonly beforeUpdate?: (event: DocumentEvent<Models, Locale> & { readonly data: Data }) => Awaitable<Data | void>;
  readonly afterUpdate?: (event: DocumentEvent<Models, Locale> & { readonly data: Data }) => Awaitable<void>;
  readonly beforeDelete?: (event: DocumentEvent<Models, Locale>) => Awaitable<void>;
  readonly afterDelete?: (event: DocumentEvent<Models, Locale>) => Awaitable<void>;
  /** Runs when the draft is written as it will be published, and before its published version changes. */
  readonly beforePublish?: (event: DocumentEvent<Models, Locale>) => Awaitable<void>;
  readonly afterPublish?: (event: DocumentEvent<Models, Locale>) => Awaitable<void>;
  readonly afterUnpublish?: (event: DocumentEvent<Models, Locale>) => Awaitable<void>;
}

/** By name of the content type. */
export type Hooks = ReadonlyMap<string, TypeHooks>;

/** Dates of code are text by then. */
type InputOf<M> = Input<ShapeOf<M>, Date>;

/** Types the hooks of a project by its models: `defineHooks(models, { article: { beforeCreate: … } })`. */
export function defineHooks<Models extends Readonly<Record<string, AnyModel>>>(
  models: Models,
  hooks: {
    readonly [Name in keyof Models]?: TypeHooks<InputOf<Models[Name]>, Models, LocaleOf<ShapeOf<Models[Name]>>>;
  },
): Hooks {
  return new Map(
    Object.entries(hooks).map(([name, typeHooks]) => {
      const model = models[name];
      // `content-gen serve` does not check types, so the name is checked here.
      if (model === undefined) throw new Error(`There are hooks for "${name}", which is none of the models`);
      // The types are those of the project; the write pipeline passes data and documents of these types.
      return [model.name, typeHooks as TypeHooks];
    }),
  );
}
