import type { Attribute } from '../model/model.js';

/** A declaration that the generated files of a content type or component export. */
export type Part = 'type' | 'model';

/** What a required attribute promises in a type. */
export interface Demands {
  /**
   * Whether a required attribute always has a value. Drafts may lack the value, and so may components, which drafts
   * contain.
   */
  readonly requiredIsPresent: boolean;
  /** Whether the attributes belong to entries. A new entry has the required attributes, except in drafts. */
  readonly ofEntries: boolean;
}

/** The generated file in which an attribute appears. Naming a declaration imports it. */
export interface Scope extends Demands {
  readonly contentType: (name: string, part: Part) => string;
  readonly component: (name: string, part: Part) => string;
  /** The type of all models, for relations to any of them. */
  readonly models: () => string;
}

/** A property of an object or an interface. */
export interface Property {
  readonly name: string;
  readonly value: string;
}

/** The code of one kind of attribute in each generated file. */
export interface AttributeKind<A extends Attribute> {
  /** Columns of the table. Empty if another table stores the attribute. */
  readonly columns: (attribute: A) => readonly Property[];
  /** Indexes of the table, as code in which the table is called `t`. */
  readonly keys: (attribute: A) => readonly string[];
  /** The kind of the attribute in the generated type, from which documents, bodies, filters and populate follow. */
  readonly type: (attribute: A, scope: Scope) => string;
  /** The call that describes the attribute to the runtime. */
  readonly descriptor: (attribute: A, scope: Scope) => string;
}
