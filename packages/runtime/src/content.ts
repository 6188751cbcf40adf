import type { Database, DatabaseOptions } from './database.js';
import type { AnyModel } from './model.js';
import type { Settings } from './settings.js';

/** What the generated `index.ts` says about a project. */
export interface ContentDefinition {
  /** The agreement between generated code and this package; raised when one does not understand the other. */
  readonly contract: 1;
  readonly models: Readonly<Record<string, AnyModel>>;
  readonly settings: Settings;
}

export interface ContentOptions {
  readonly database?: Database | DatabaseOptions;
}

/** A project at work: its models, its settings and its database. */
export interface Content {
  readonly database: Database;
  readonly settings: Settings;
  /** By name. */
  readonly models: ReadonlyMap<string, AnyModel>;
  /** By uid: what `__type` and `on` of polymorphic relations name. */
  readonly modelsByUid: ReadonlyMap<string, AnyModel>;
}

/** Who is calling. */
export type Caller =
  | { readonly kind: 'role'; readonly role: string; readonly user?: string }
  | { readonly kind: 'token'; readonly name: string; readonly may: (type: string, action: string) => boolean };

/** One request to a content API. */
export interface Scope {
  readonly content: Content;
  readonly caller: Caller;
  readonly requestId: string;
}
