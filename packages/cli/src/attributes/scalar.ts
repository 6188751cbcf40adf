import type { Scalar } from '../model/model.js';
import type { AttributeKind } from './kind.js';
import { keyOf, string } from './literal.js';
import { marked } from './marks.js';
import { call, constraints, option, visibility } from './options.js';

/** The differences between the types of scalars. */
interface ScalarTraits {
  /** The function of the runtime that describes the type. */
  readonly factory: string;
  readonly column: (name: string, attribute: Scalar) => string;
  /** The kind in generated types: `Text`. */
  readonly kind: string;
  /** Type arguments of the kind. */
  readonly typeArguments?: (attribute: Scalar) => readonly string[];
  /** `hash`: the values can be too long for an index, so the index holds their hash. */
  readonly uniqueBy?: 'value' | 'hash';
  /** Arguments of the factory before its options. */
  readonly first?: (attribute: Scalar) => readonly string[];
}

/** An index entry holds at most 2.7 kB, and a character takes up to four bytes. */
const longestIndexed = 600;

export function scalar(traits: ScalarTraits): AttributeKind<Scalar> {
  const { factory, column, kind, typeArguments = () => [], uniqueBy = 'value', first = () => [] } = traits;
  return {
    columns: (attribute) => [{ name: attribute.name, value: column(string(attribute.column), attribute) }],
    keys: (attribute) => {
      const member = memberOf('t', attribute.name);
      const isUnique = attribute.unique || attribute.type === 'uid';
      const byHash = uniqueBy === 'hash' || (attribute.maxLength ?? 0) > longestIndexed;
      // The unique index has no empty values and no drafts, so it serves neither the order of a list nor its drafts.
      const isOrdered = attribute.index === true || (isUnique && !byHash && attribute.index === undefined);
      return [
        ...(isUnique ? [`cg.${byHash ? 'uniqueHash' : 'unique'}(t, ${member})`] : []),
        ...(isOrdered ? [`cg.index(t, ${member})`] : []),
        ...(attribute.index === 'trigram' ? [`cg.trigram(${member})`] : []),
      ];
    },
    type: (attribute, scope) => {
      const demand = attribute.default === undefined ? 'required' : 'present';
      return marked(kind, typeArguments(attribute), attribute, scope, demand);
    },
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
