import type { Attribute } from '../model/model.js';

/** What the generated files of a content type or component export. */
export type Part = 'output' | 'input' | 'filters' | 'populate' | 'model';

/** The file being written, as the attributes in it see it. Naming something imports it. */
export interface Scope {
  readonly contentType: (name: string, part: Part) => string;
  readonly component: (name: string, part: Part) => string;
  /** Whether a required attribute always has a value: not in drafts, and so not in components either. */
  readonly requiredIsPresent: boolean;
}

/** A property of an object or an interface. */
export interface Property {
  readonly name: string;
  readonly value: string;
}

export interface OutputProperty extends Property {
  /** Absent from responses unless populated. */
  readonly optional: boolean;
}

/** What one kind of attribute means in each of the generated files. */
export interface AttributeKind<A extends Attribute> {
  /** Columns of the table; none where another table stores it. */
  readonly columns: (attribute: A) => readonly Property[];
  /** Indexes of the table, written for a table called `t`. */
  readonly keys: (attribute: A) => readonly string[];
  readonly output: (attribute: A, scope: Scope) => OutputProperty;
  /** The type of its value in a body. */
  readonly input: (attribute: A, scope: Scope) => string;
  /** The type of its filter; nothing where it cannot be filtered on. */
  readonly filter: (attribute: A, scope: Scope) => string | undefined;
  /** The type of its populate value; nothing where it is not populated. */
  readonly populate: (attribute: A, scope: Scope) => string | undefined;
  /** The call that describes it to the runtime. */
  readonly descriptor: (attribute: A, scope: Scope) => string;
}
