import type { Scalar, ScalarOptions } from './attribute.js';
import type { ScalarType } from './scalar.js';

const string_: ScalarType = { name: 'string', postgres: 'text', search: 'contains' };
const text_: ScalarType = { name: 'text', postgres: 'text', search: 'contains' };
const richtext_: ScalarType = { name: 'richtext', postgres: 'text', search: 'contains' };
const blocks_: ScalarType = { name: 'blocks', postgres: 'jsonb', search: 'none' };
const email_: ScalarType = { name: 'email', postgres: 'text', search: 'contains' };
const password_: ScalarType = { name: 'password', postgres: 'text', search: 'none' };
const uid_: ScalarType = { name: 'uid', postgres: 'text', search: 'contains' };
const enumeration_: ScalarType = { name: 'enumeration', postgres: 'text', search: 'contains' };
const integer_: ScalarType = { name: 'integer', postgres: 'integer', search: 'equals' };
const biginteger_: ScalarType = { name: 'biginteger', postgres: 'bigint', search: 'equals' };
const float_: ScalarType = { name: 'float', postgres: 'double precision', search: 'equals' };
const decimal_: ScalarType = { name: 'decimal', postgres: 'numeric', search: 'equals' };
const boolean_: ScalarType = { name: 'boolean', postgres: 'boolean', search: 'none' };
const date_: ScalarType = { name: 'date', postgres: 'date', search: 'none' };
const time_: ScalarType = { name: 'time', postgres: 'time', search: 'none' };
const datetime_: ScalarType = { name: 'datetime', postgres: 'timestamptz', search: 'none' };
const json_: ScalarType = { name: 'json', postgres: 'jsonb', search: 'none' };

export const string = scalar(string_);
export const text = scalar(text_);
export const richtext = scalar(richtext_);
export const blocks = scalar(blocks_);
export const email = scalar(email_);
export const password = scalar(password_);
export const integer = scalar(integer_);
export const biginteger = scalar(biginteger_);
export const float = scalar(float_);
export const decimal = scalar(decimal_);
export const boolean = scalar(boolean_);
export const date = scalar(date_);
export const time = scalar(time_);
export const datetime = scalar(datetime_);
export const json = scalar(json_);

export function uid(options: ScalarOptions & { from?: string } = {}): Scalar {
  return { kind: 'scalar', type: uid_, ...options };
}

export function enumeration(values: readonly string[], options: ScalarOptions = {}): Scalar {
  return { kind: 'scalar', type: enumeration_, values, ...options };
}

function scalar(type: ScalarType): (options?: ScalarOptions) => Scalar {
  return (options = {}) => ({ kind: 'scalar', type, ...options });
}
