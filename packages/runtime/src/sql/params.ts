import type { Value } from '../database/index.js';

/** Adds a value to a statement under construction, and returns its parameter: `$1::text`. */
export type Param = (value: Value, type: string) => string;

/** Longer lists are compared as objects: to write their text would cost more than to send a list twice. */
const LONG = 50;

/** The values of a statement under construction. Equal values share a parameter. */
export function createParams(): { readonly values: Value[]; readonly param: Param } {
  const values: Value[] = [];
  const known = new Map<string, string>();
  const lists = new Map<Value, number>();
  return {
    values,
    param(value, type) {
      if (typeof value === 'object' && value !== null && value.length > LONG) {
        const place = lists.get(value) ?? values.push(value);
        lists.set(value, place);
        return `$${place}::${type}`;
      }
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
