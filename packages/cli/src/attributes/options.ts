import type { Attribute, Literal, Scalar } from '../model/model.js';
import { keyOf, literal } from './literal.js';

/** An option of a descriptor and its expression. */
export type Option = readonly [name: string, expression: string];

/** An option, unless its value is the default. */
export function option(name: string, value: Literal | undefined, otherwise?: Literal): readonly Option[] {
  return value === undefined || value === otherwise ? [] : [[name, literal(value)]];
}

/** Options that restrict the value. */
export function constraints(attribute: Scalar): readonly Option[] {
  return [
    ...option('required', attribute.required, false),
    // The runtime treats every uid as unique.
    ...option('unique', attribute.unique, attribute.type === 'uid' ? attribute.unique : false),
    ...option('default', attribute.default),
    ...option('min', attribute.min),
    ...option('max', attribute.max),
    ...option('minLength', attribute.minLength),
    ...option('maxLength', attribute.maxLength),
    ...option('regex', attribute.regex),
  ];
}

/** Options that say in which requests and responses the value appears. */
export function visibility(attribute: Attribute): readonly Option[] {
  return [
    ...option('private', attribute.private, false),
    ...option('localized', attribute.localized),
    ...option('writable', attribute.writable, true),
    ...option('visible', attribute.visible, true),
    ...option('searchable', attribute.searchable, true),
    ...(attribute.visibleIf === undefined ? [] : option('conditions', { visible: attribute.visibleIf })),
  ];
}

/** `attr.name(first, { option: value })`, without empty arguments. */
export function call(name: string, first: readonly string[], options: readonly Option[]): string {
  const last =
    options.length === 0 ? [] : [`{ ${options.map(([key, value]) => `${keyOf(key)}: ${value}`).join(', ')} }`];
  return `attr.${name}(${[...first, ...last].join(', ')})`;
}
