export type * from './attribute.js';
export * from './definitions.js';
export * from './embedded.js';
export * from './relations.js';
export {
  biginteger,
  blocks,
  boolean,
  date,
  datetime,
  decimal,
  email,
  enumeration,
  float,
  integer,
  json,
  password,
  richtext,
  string,
  text,
  time,
  uid,
} from './scalars.js';
