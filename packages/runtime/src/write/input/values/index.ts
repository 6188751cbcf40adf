import type { ScalarName } from '../../../model/index.js';
import { blocksKind } from './blocks.js';
import { bigintegerKind, booleanKind, decimalKind, floatKind, integerKind } from './number.js';
import { jsonKind } from './json.js';
import type { ValueKind } from './kind.js';
import { dateKind, datetimeKind, timeKind } from './moment.js';
import { emailKind, enumerationKind, passwordKind, stringKind, textKind, uidKind } from './text.js';

export const valueKinds: Readonly<Record<ScalarName, ValueKind>> = {
  string: stringKind,
  text: textKind,
  richtext: textKind,
  blocks: blocksKind,
  email: emailKind,
  password: passwordKind,
  uid: uidKind,
  enumeration: enumerationKind,
  integer: integerKind,
  biginteger: bigintegerKind,
  float: floatKind,
  decimal: decimalKind,
  boolean: booleanKind,
  date: dateKind,
  time: timeKind,
  datetime: datetimeKind,
  json: jsonKind,
};
