import type { PgTable } from 'drizzle-orm/pg-core';

import type { Attribute } from './attributes/attribute.js';
import type { CompiledComponent, CompiledModel } from './compiled.js';

/** How the studio shows documents or entries, and their attributes. Only the studio uses it. */
export interface Studio {
  readonly label?: string;
  readonly description?: string;
  /** The attribute that names a document or an entry. */
  readonly title?: string;
  readonly columns?: readonly string[];
  readonly sort?: string;
  /** The first attributes of the form. */
  readonly layout?: readonly string[];
  readonly attributes?: Readonly<Record<string, AttributeStudio>>;
}

export interface AttributeStudio {
  readonly label?: string;
  readonly description?: string;
  readonly placeholder?: string;
  readonly group?: string;
  /** Columns of 12. */
  readonly width?: number;
  readonly hidden?: boolean;
}

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
  readonly studio?: Studio;
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
  readonly studio?: Studio;
  readonly attributes: Readonly<Record<string, Attribute>>;
  /** Everything that derives from the definition, compiled on first use because definitions refer to each other. */
  readonly compiled: CompiledComponent;
  readonly $shape?: Shape;
}

export type AnyModel = Model<unknown>;
export type AnyComponent = Component<unknown>;

/** An owner of attributes: rows of a content type (files and roles included), or entries of a component. */
export type Holder = AnyModel | AnyComponent;
