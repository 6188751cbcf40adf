import type { AnyComponent } from '../../model/index.js';
import type { MediaInput } from './media-input.js';
import type { InputProblems } from './problems.js';
import type { RelationInput } from './relation-input.js';

/** The value of one attribute in a body, parsed and cast. */
export type AttributeInput =
  | { readonly kind: 'scalar'; readonly value: unknown }
  | MediaInput
  /** A single component has no entry or one entry. */
  | { readonly kind: 'entries'; readonly entries: readonly ParsedEntry[] }
  | { readonly kind: 'relation'; readonly relation: RelationInput };

/** By attribute; attributes that were not sent are absent. */
export type InputValues = ReadonlyMap<string, AttributeInput>;

export interface ParsedEntry {
  readonly component: AnyComponent;
  /** The entry to change; absent for a new entry. */
  readonly id?: string;
  readonly input: InputValues;
}

/** The values of a body that could be read, and the problems of the rest. */
export interface ParsedInput {
  readonly input: InputValues;
  /** Absent where the body can be written. */
  readonly problems?: InputProblems;
}
