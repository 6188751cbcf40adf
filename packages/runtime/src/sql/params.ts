import type { Value } from '../database/database.js';

/** `$1::text` for a value of a statement in the making. */
export type Param = (value: Value, type: string) => string;

/** The values of a statement in the making; equal values share a place. */
export function createParams(): { readonly values: Value[]; readonly param: Param } {
  const values: Value[] = [];
  const known = new Map<string, string>();
  return {
    values,
    param(value, type) {
      // Null and the text "null" read the same, but are not.
      const key = `${type} ${typeof value} ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`;
      let place = known.get(key);
      if (place === undefined) {
        values.push(value);
        known.set(key, (place = `$${values.length}::${type}`));
      }
      return place;
    },
  };
}
