import type { Attribute, ScalarType } from '../model/model.js';
import { biginteger } from './biginteger.js';
import { blocks } from './blocks.js';
import { boolean } from './boolean.js';
import { component } from './component.js';
import { date } from './date.js';
import { datetime } from './datetime.js';
import { decimal } from './decimal.js';
import { dynamicZone } from './dynamic-zone.js';
import { email } from './email.js';
import { enumeration } from './enumeration.js';
import { float } from './float.js';
import { integer } from './integer.js';
import { json } from './json.js';
import type { AttributeKind } from './kind.js';
import { media } from './media.js';
import { morphInverse } from './morph-inverse.js';
import { morphTo } from './morph-to.js';
import { password } from './password.js';
import { relation } from './relation.js';
import { richtext } from './richtext.js';
import { role } from './role.js';
import { string } from './string.js';
import { text } from './text.js';
import { time } from './time.js';
import { timestamp } from './timestamp.js';
import { uid } from './uid.js';

type Of<Kind extends Attribute['kind']> = AttributeKind<Extract<Attribute, { kind: Kind }>>;

const scalars = {
  string,
  text,
  richtext,
  blocks,
  email,
  password,
  uid,
  enumeration,
  integer,
  biginteger,
  float,
  decimal,
  boolean,
  date,
  time,
  datetime,
  timestamp,
  json,
} satisfies Record<ScalarType, Of<'scalar'>>;

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
