import type { PgTable } from 'drizzle-orm/pg-core';

import type { Attribute } from './attributes/attribute.js';
import type { CompiledComponent, CompiledModel } from './compiled.js';

/** A content type as the runtime sees it. `Shape` is its generated type, which exists for the compiler only. */
export interface Model<Shape = unknown> {
  readonly kind: 'contentType';
  readonly name: string;
  readonly plural: string;
  /** The name of the type on the wire: `api::article.article`. */
  readonly uid: string;
  readonly single: boolean;
  readonly table: PgTable;
  readonly draftAndPublish: boolean;
  readonly localized: boolean;
  /** Indexes serve `_q`, also for `sort=_score`. */
  readonly search?: boolean;
  readonly attributes: Readonly<Record<string, Attribute>>;
  /** Everything that derives from the definition, compiled on first use because definitions refer to each other. */
  readonly compiled: CompiledModel;
  readonly $shape?: Shape;
}

/** A component as the runtime sees it. */
export interface Component<Shape = unknown> {
  readonly kind: 'component';
  /** `shared.seo` */
  readonly name: string;
  readonly attributes: Readonly<Record<string, Attribute>>;
  /** Everything that derives from the definition, compiled on first use because definitions refer to each other. */
  readonly compiled: CompiledComponent;
  readonly $shape?: Shape;
}

export type AnyModel = Model<unknown>;
export type AnyComponent = Component<unknown>;

/** An owner of attributes: rows of a content type (files and roles included), or entries of a component. */
export type Holder = AnyModel | AnyComponent;
