import type { Attribute, ScalarType } from '../model/model.js';
import { biginteger } from './scalars/biginteger.js';
import { blocks } from './scalars/blocks.js';
import { boolean } from './scalars/boolean.js';
import { component } from './component.js';
import { date } from './scalars/date.js';
import { datetime } from './scalars/datetime.js';
import { decimal } from './scalars/decimal.js';
import { dynamicZone } from './dynamic-zone.js';
import { email } from './scalars/email.js';
import { enumeration } from './scalars/enumeration.js';
import { float } from './scalars/float.js';
import { integer } from './scalars/integer.js';
import { json } from './scalars/json.js';
import type { AttributeKind } from './kind.js';
import { media } from './media.js';
import { morphInverse } from './morph-inverse.js';
import { morphTo } from './morph-to.js';
import { password } from './scalars/password.js';
import { relation } from './relation.js';
import { richtext } from './scalars/richtext.js';
import { role } from './role.js';
import { string } from './scalars/string.js';
import { text } from './scalars/text.js';
import { time } from './scalars/time.js';
import { timestamp } from './scalars/timestamp.js';
import { uid } from './scalars/uid.js';

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
