import type { Scalar } from '../model/model.js';
import type { AttributeKind } from './kind.js';
import { keyOf, string } from './literal.js';
import { call, constraints, option, visibility } from './options.js';

/** The differences between the types of scalars. */
export interface ScalarTraits {
  /** The function of the runtime that describes the type. */
  readonly factory: string;
  readonly column: (name: string, attribute: Scalar) => string;
  readonly output: (attribute: Scalar) => string;
  /** The type in a request body, if it accepts more than responses contain. */
  readonly input?: (attribute: Scalar) => string;
  /** Absent if the type cannot be filtered. */
  readonly filter?: (attribute: Scalar) => string;
  /** `hash`: the values can be too long for an index, so the index holds their hash. */
  readonly uniqueBy?: 'value' | 'hash';
  /** Arguments of the factory before its options. */
  readonly first?: (attribute: Scalar) => readonly string[];
}

/** An index entry holds at most 2.7 kB, and a character takes up to four bytes. */
const longestIndexed = 600;

export function scalar(traits: ScalarTraits): AttributeKind<Scalar> {
  const { factory, column, output, input = output, filter, uniqueBy = 'value', first = () => [] } = traits;
  return {
    columns: (attribute) => [{ name: attribute.name, value: column(string(attribute.column), attribute) }],
    keys: (attribute) => {
      if (!attribute.unique && attribute.type !== 'uid') return [];
      const byHash = uniqueBy === 'hash' || (attribute.maxLength ?? 0) > longestIndexed;
      return [`cg.${byHash ? 'uniqueHash' : 'unique'}(t, ${memberOf('t', attribute.name)})`];
    },
    output: (attribute, scope) => ({
      name: attribute.name,
      value: attribute.required && scope.requiredIsPresent ? output(attribute) : `${output(attribute)} | null`,
      optional: false,
    }),
    input: (attribute, scope) =>
      attribute.required && scope.requiredIsPresent ? input(attribute) : `${input(attribute)} | null`,
    filter: (attribute) => filter?.(attribute),
    populate: () => undefined,
    descriptor: (attribute) =>
      call(factory, first(attribute), [
        ...option('from', attribute.targetField),
        ...constraints(attribute),
        ...visibility(attribute),
      ]),
  };
}

/** `t.slug` */
export function memberOf(object: string, name: string): string {
  const key = keyOf(name);
  return key === name ? `${object}.${name}` : `${object}[${string(name)}]`;
}
