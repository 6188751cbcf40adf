import { isHidden, kindOf } from '../../attributes/index.js';
import type { Property, Scope } from '../../attributes/kind.js';
import { keyOf } from '../../attributes/literal.js';
import type { Attribute } from '../../model/model.js';

/** An interface, or an alias of its base if it adds no properties. */
export interface InterfaceView {
  readonly doc: string | false;
  readonly name: string;
  readonly base: string | false;
  /** The type if there are no properties. */
  readonly otherwise: string;
  readonly properties: readonly string[];
}

export function outputProperties(attributes: readonly Attribute[], scope: Scope): readonly string[] {
  return attributes
    .filter((attribute) => !isHidden(attribute))
    .map((attribute) => {
      const { name, value, optional } = kindOf(attribute).output(attribute, scope);
      return `${keyOf(name)}${optional ? '?' : ''}: ${value}`;
    });
}

export function inputProperties(attributes: readonly Attribute[], scope: Scope): readonly string[] {
  return attributes.map((attribute) =>
    optional(attribute.name, attribute.writable ? kindOf(attribute).input(attribute, scope) : 'never'),
  );
}

export function filterProperties(attributes: readonly Attribute[], scope: Scope): readonly string[] {
  return visible(attributes, (attribute) => kindOf(attribute).filter(attribute, scope));
}

export function populateProperties(attributes: readonly Attribute[], scope: Scope): readonly string[] {
  return visible(attributes, (attribute) => kindOf(attribute).populate(attribute, scope));
}

export function descriptors(attributes: readonly Attribute[], scope: Scope): readonly string[] {
  return attributes.map((attribute) =>
    property({ name: attribute.name, value: kindOf(attribute).descriptor(attribute, scope) }),
  );
}

export function property({ name, value }: Property): string {
  return `${keyOf(name)}: ${value}`;
}

export function optional(name: string, type: string): string {
  return `${keyOf(name)}?: ${type}`;
}

function visible(attributes: readonly Attribute[], typeOf: (attribute: Attribute) => string | undefined): string[] {
  return attributes
    .filter((attribute) => !isHidden(attribute))
    .flatMap((attribute) => {
      const type = typeOf(attribute);
      return type === undefined ? [] : [optional(attribute.name, type)];
    });
}
