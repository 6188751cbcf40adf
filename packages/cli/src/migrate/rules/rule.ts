import type { Literal } from '../../model/model.js';

/** A stored value as SQL. */
export interface StoredValue {
  readonly text: string;
  readonly json: string;
  /** Whether the value is null, or a list without entries. */
  readonly isMissing: string;
  /** The number of entries of a list. */
  readonly size: string;
}

/** A rule of an attribute, as a question about its stored values. */
export interface Rule {
  readonly name:
    | 'required'
    | 'values'
    | 'richText'
    | 'format'
    | 'min'
    | 'max'
    | 'minLength'
    | 'maxLength'
    | 'regex'
    | 'fewest'
    | 'most';
  /** What the definition demands. Two rules of one name and limit are equal. */
  readonly limit?: Literal;
  /** Whether the generated types and the OpenAPI document promise that answers obey the rule. */
  readonly isPromised: boolean;
  /** Whether drafts obey the rule, and not only published versions. */
  readonly holdsForDrafts: boolean;
  /**
   * The words for a value that breaks the rule: `longer than 5 characters`. Undefined if the rule has no such words.
   */
  readonly broken?: string;
  /** A condition in SQL that is true for values that break the rule, and null or false for others. */
  readonly isBroken: (value: StoredValue) => string;
}
