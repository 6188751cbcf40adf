import type { Path } from '../config/source-position.js';
import type { Span } from '../diagnostics/diagnostic.js';
import type { Component, ContentType } from '../model/model.js';

/** `breaking`: a client, a role or stored content loses something. `dangerous`: a reviewer should decide. */
export type Severity = 'breaking' | 'dangerous' | 'safe';

export const severities: readonly Severity[] = ['breaking', 'dangerous', 'safe'];

/** One difference between two states of a project. */
export interface Change {
  /** The kind of the change: `attribute-removed`. */
  readonly code: string;
  readonly severity: Severity;
  /** Who notices the change. */
  readonly affects: 'clients' | 'roles' | 'database';
  /** The changed thing, as `allow` names it: `article.title`, `permissions.editor.article`, `api.rest.maxLimit`. */
  readonly subject: string;
  readonly message: string;
  /** What to do instead. */
  readonly advice?: string;
  readonly place: ChangePlace;
  readonly use?: Use;
}

/** A place in the definitions or in the config, of the new state or, for what is gone, of the old one. */
export type ChangePlace =
  | { readonly span: Span; readonly isOld?: boolean }
  | { readonly path: Path; readonly isOld?: boolean };

/** The requests that a change affects. */
export interface Use {
  /** The name of a content type or component, as its state knows it. */
  readonly owner: string;
  readonly isOld?: boolean;
  readonly verbs: readonly Verb[];
  /** The attribute that a request must use to be affected. */
  readonly attribute?: string;
  /** Whether only requests that name the attribute are affected, such as filters. */
  readonly isNamed?: boolean;
}

export type Verb = 'find' | 'findOne' | 'create' | 'update' | 'delete';

export const everyVerb: readonly Verb[] = ['find', 'findOne', 'create', 'update', 'delete'];

/** A content type or a component, which has attributes. */
export type Owner = ContentType | Component;

export function isContentType(owner: Owner): owner is ContentType {
  return 'uid' in owner;
}
