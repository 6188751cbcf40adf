import type { PgTable } from 'drizzle-orm/pg-core';

import type { Attribute } from './attributes/attribute.js';

/** A content type as the runtime sees it. `Output` and `Input` are the generated interfaces; they exist for the compiler only. */
export interface Model<Output = unknown, Input = unknown> {
  readonly kind: 'contentType';
  readonly name: string;
  readonly plural: string;
  /** The name of the type on the wire, where types are named: `api::article.article`. */
  readonly uid: string;
  readonly single: boolean;
  readonly table: PgTable;
  readonly draftAndPublish: boolean;
  readonly localized: boolean;
  readonly attributes: Readonly<Record<string, Attribute>>;
  readonly $types?: { readonly output: Output; readonly input: Input };
}

/** A component as the runtime sees it. */
export interface Component<Output = unknown, Input = unknown> {
  readonly kind: 'component';
  /** `shared.seo` */
  readonly name: string;
  readonly attributes: Readonly<Record<string, Attribute>>;
  readonly $types?: { readonly output: Output; readonly input: Input };
}

export type AnyModel = Model<unknown, unknown>;
export type AnyComponent = Component<unknown, unknown>;
