import type { Attribute } from '../model/model.js';
import { component } from './component.js';
import { dynamicZone } from './dynamic-zone.js';
import type { AttributeKind } from './kind.js';
import { media } from './media.js';
import { morphInverse } from './morph-inverse.js';
import { morphTo } from './morph-to.js';
import { relation } from './relation.js';
import { role } from './role.js';
import { scalars } from './scalars.js';

type Of<Kind extends Attribute['kind']> = AttributeKind<Extract<Attribute, { kind: Kind }>>;

const others = { media, component, dynamicZone, relation, morphTo, morphInverse, role } satisfies {
  [Kind in Exclude<Attribute['kind'], 'scalar'>]: Of<Kind>;
};

/** The generator of an attribute's code, typed for its kind. */
export function kindOf<A extends Attribute>(attribute: A): AttributeKind<A>;
export function kindOf(attribute: Attribute): Of<'scalar'> | (typeof others)[keyof typeof others] {
  return attribute.kind === 'scalar' ? scalars[attribute.type] : others[attribute.kind];
}

/** Whether responses never show the attribute and queries cannot use it. */
export function isHidden(attribute: Attribute): boolean {
  return attribute.private || !attribute.visible || (attribute.kind === 'scalar' && attribute.type === 'password');
}
