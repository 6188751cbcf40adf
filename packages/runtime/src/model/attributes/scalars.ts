import type { Scalar, ScalarOptions } from './attribute.js';
import type { ScalarType } from './scalar.js';

export const stringType: ScalarType = { name: 'string', postgres: 'text', search: 'contains' };
export const textType: ScalarType = { name: 'text', postgres: 'text', search: 'contains' };
const richtextType: ScalarType = { name: 'richtext', postgres: 'text', search: 'contains' };
const blocksType: ScalarType = { name: 'blocks', postgres: 'jsonb', search: 'none' };
const emailType: ScalarType = { name: 'email', postgres: 'text', search: 'contains' };
const passwordType: ScalarType = { name: 'password', postgres: 'text', search: 'none' };
const uidType: ScalarType = { name: 'uid', postgres: 'text', search: 'contains' };
const enumerationType: ScalarType = { name: 'enumeration', postgres: 'text', search: 'contains' };
const integerType: ScalarType = { name: 'integer', postgres: 'integer', search: 'equals' };
export const rowIdType: ScalarType = { name: 'integer', postgres: 'int8', search: 'equals' };
const bigintegerType: ScalarType = { name: 'biginteger', postgres: 'bigint', search: 'equals' };
const floatType: ScalarType = { name: 'float', postgres: 'double precision', search: 'equals' };
const decimalType: ScalarType = { name: 'decimal', postgres: 'numeric', search: 'equals' };
const booleanType: ScalarType = { name: 'boolean', postgres: 'boolean', search: 'none' };
const dateType: ScalarType = { name: 'date', postgres: 'date', search: 'none' };
const timeType: ScalarType = { name: 'time', postgres: 'time', search: 'none' };
export const datetimeType: ScalarType = { name: 'datetime', postgres: 'timestamptz', search: 'none' };
const jsonType: ScalarType = { name: 'json', postgres: 'jsonb', search: 'none' };

export const string = scalar(stringType);
export const text = scalar(textType);
export const richtext = scalar(richtextType);
export const blocks = scalar(blocksType);
export const email = scalar(emailType);
export const password = scalar(passwordType);
export const integer = scalar(integerType);
export const biginteger = scalar(bigintegerType);
export const float = scalar(floatType);
export const decimal = scalar(decimalType);
export const boolean = scalar(booleanType);
export const date = scalar(dateType);
export const time = scalar(timeType);
export const datetime = scalar(datetimeType);
export const json = scalar(jsonType);

export function uid(options: ScalarOptions & { from?: string } = {}): Scalar {
  return { kind: 'scalar', type: uidType, ...options };
}

export function enumeration(values: readonly string[], options: ScalarOptions = {}): Scalar {
  return { kind: 'scalar', type: enumerationType, values, ...options };
}

function scalar(type: ScalarType): (options?: ScalarOptions) => Scalar {
  return (options = {}) => ({ kind: 'scalar', type, ...options });
}
