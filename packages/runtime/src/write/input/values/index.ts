import type { ScalarName } from '../../../model/index.js';
import { blocks } from './blocks.js';
import { biginteger, boolean, decimal, float, integer } from './number.js';
import { json } from './json.js';
import type { ValueKind } from './kind.js';
import { date, datetime, time } from './moment.js';
import { email, enumeration, password, string, text, uid } from './text.js';

export const valueKinds: Readonly<Record<ScalarName, ValueKind>> = {
  string,
  text,
  richtext: text,
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
  json,
};
