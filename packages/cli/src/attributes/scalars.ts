import type { Scalar, ScalarType } from '../model/model.js';
import type { AttributeKind } from './kind.js';
import { literal, string } from './literal.js';
import { scalar } from './scalar.js';

const text = (name: string) => `pg.text(${name})`;

const datetime = scalar({ factory: 'datetime', column: (name) => `cg.datetime(${name})`, kind: 'Instant' });

/** One line per type: its factory in the runtime, its column, and its kind in generated types. */
export const scalars = {
  string: scalar({ factory: 'string', column: text, kind: 'Text' }),
  text: scalar({ factory: 'text', column: text, kind: 'Text', uniqueBy: 'hash' }),
  richtext: scalar({ factory: 'richtext', column: text, kind: 'Text', uniqueBy: 'hash' }),
  blocks: scalar({ factory: 'blocks', column: (name) => `cg.blocks(${name})`, kind: 'RichText' }),
  email: scalar({ factory: 'email', column: text, kind: 'Text' }),
  password: scalar({ factory: 'password', column: text, kind: 'Password' }),
  uid: scalar({ factory: 'uid', column: text, kind: 'Text' }),
  enumeration: scalar({
    factory: 'enumeration',
    first: (attribute) => [literal(attribute.values ?? [])],
    column: (name, { values = [], keepOldValues }) =>
      keepOldValues ? text(name) : `pg.text(${name}, { enum: ${literal(values)} })`,
    kind: 'Enum',
    typeArguments: ({ values = [] }) => [values.map(string).join(' | ')],
  }),
  integer: scalar({ factory: 'integer', column: (name) => `pg.integer(${name})`, kind: 'Num' }),
  biginteger: scalar({
    factory: 'biginteger',
    column: (name) => `pg.bigint(${name}, { mode: 'bigint' })`,
    kind: 'BigInt',
  }),
  float: scalar({ factory: 'float', column: (name) => `pg.doublePrecision(${name})`, kind: 'Num' }),
  decimal: scalar({
    factory: 'decimal',
    column: (name) => `pg.numeric(${name}, { precision: 10, scale: 2 })`,
    kind: 'Num',
  }),
  boolean: scalar({ factory: 'boolean', column: (name) => `pg.boolean(${name})`, kind: 'Bool' }),
  date: scalar({ factory: 'date', column: (name) => `pg.date(${name}, { mode: 'string' })`, kind: 'Day' }),
  time: scalar({ factory: 'time', column: (name) => `pg.time(${name}, { precision: 3 })`, kind: 'Time' }),
  datetime,
  // Strapi's second name for datetime.
  timestamp: datetime,
  json: scalar({ factory: 'json', column: (name) => `cg.json(${name})`, kind: 'JsonValue' }),
} satisfies Record<ScalarType, AttributeKind<Scalar>>;
