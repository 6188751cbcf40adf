import type { ScalarName } from '../../shape/index.js';

export type { ScalarName } from '../../shape/index.js';

/** A scalar type, as planning, SQL and writing see it. */
export interface ScalarType {
  readonly name: ScalarName;
  /** The Postgres type of its column. The text of a JSON value is cast to it. */
  readonly postgres:
    | 'text'
    | 'integer'
    /** Row ids, which are JSON numbers; `bigint` values are texts in JSON. */
    | 'int8'
    | 'bigint'
    | 'double precision'
    | 'numeric'
    | 'boolean'
    | 'date'
    | 'time'
    | 'timestamptz'
    | 'jsonb';
  /** How `_q` compares the value. */
  readonly search: 'contains' | 'equals' | 'none';
}
