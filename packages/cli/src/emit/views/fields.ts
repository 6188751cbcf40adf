import { kindOf } from '../../attributes/index.js';
import type { Property, Scope } from '../../attributes/kind.js';
import { keyOf } from '../../attributes/literal.js';
import type { Attribute } from '../../model/model.js';

/** The properties of a generated type. */
export function typeProperties(attributes: readonly Attribute[], scope: Scope): readonly string[] {
  return attributes.map((attribute) =>
    property({ name: attribute.name, value: kindOf(attribute).type(attribute, scope) }),
  );
}

export function descriptors(attributes: readonly Attribute[], scope: Scope): readonly string[] {
  return attributes.map((attribute) =>
    property({ name: attribute.name, value: kindOf(attribute).descriptor(attribute, scope) }),
  );
}

export function property({ name, value }: Property): string {
  return `${keyOf(name)}: ${value}`;
}
