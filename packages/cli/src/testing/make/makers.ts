import type { AnyModel, Content, DocumentsApi } from '@content-gen/runtime';
import type * as t from '@content-gen/runtime/kinds';

import { DocumentMaker, type USER } from './document-maker.js';

export type AnyModels = Readonly<Record<string, AnyModel>>;

/** One function per content type, by the name of its model. */
export type Make<Models> = { readonly [Name in keyof Models]: MakeOne<t.ShapeOf<Models[Name]>> };

/**
 * Makes a document. `data` has the values that the test is about; required attributes that it leaves out get valid ones.
 * A single type has one document, which this changes.
 */
type MakeOne<S> = (data?: MakeData<S>, options?: MakeOptions<S>) => Promise<t.Result<S, undefined, unknown>>;

/** Users sign in with a password, and a role may have its name. */
type MakeData<S> = t.Input<S> & (S extends { $: { uid: typeof USER } } ? { password?: string } : unknown);

export interface MakeOptions<S> extends t.VersionQuery<S> {
  /** Attributes that get a value beside the required ones; a relation gets a new document. */
  readonly with?: readonly Extract<keyof t.Input<S>, string>[];
}

export function makersOf<Models extends AnyModels, Role extends string>(
  models: Models,
  content: Content & DocumentsApi<Models, Role>,
): Make<Models> {
  const maker = new DocumentMaker(content, Object.values(models));
  const makers = Object.entries(models).map(([name, model]) => [
    name,
    (data: Readonly<Record<string, unknown>> = {}, options: object = {}) => maker.make(model, data, options),
  ]);
  // The types of the models describe these functions.
  return Object.fromEntries(makers) as Make<Models>;
}
