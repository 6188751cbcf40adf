import type { Value } from '../database/index.js';

/** Adds a value to a statement under construction, and returns its parameter: `$1::text`. */
export type Param = (value: Value, type: string) => string;

/** The values of a statement under construction. Equal values share a parameter. */
export function createParams(): { readonly values: Value[]; readonly param: Param } {
  const values: Value[] = [];
  const known = new Map<string, string>();
  return {
    values,
    param(value, type) {
      // The type of the value is part of the key, because null and the text "null" have the same text.
      const key = `${type} ${typeof value} ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`;
      let parameter = known.get(key);
      if (parameter === undefined) {
        values.push(value);
        known.set(key, (parameter = `$${values.length}::${type}`));
      }
      return parameter;
    },
  };
}
