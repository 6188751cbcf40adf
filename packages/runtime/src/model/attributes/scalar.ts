/** What a kind of scalar means, read by the planner (`operand`, `operators`), by SQL (`postgres`) and by writes. */
export interface ScalarType {
  readonly name: ScalarName;
  /** The Postgres type of its column, and what the text of a JSON value is cast to. */
  readonly postgres:
    | 'text'
    | 'integer'
    | 'bigint'
    | 'double precision'
    | 'numeric'
    | 'boolean'
    | 'date'
    | 'time'
    | 'timestamptz'
    | 'jsonb';
  /** How `_q` looks at it. */
  readonly search: 'contains' | 'equals' | 'none';
}

export type ScalarName =
  | 'string'
  | 'text'
  | 'richtext'
  | 'blocks'
  | 'email'
  | 'password'
  | 'uid'
  | 'enumeration'
  | 'integer'
  | 'biginteger'
  | 'float'
  | 'decimal'
  | 'boolean'
  | 'date'
  | 'time'
  | 'datetime'
  | 'json';
