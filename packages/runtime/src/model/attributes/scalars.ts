import type { Scalar, ScalarOptions } from './attribute.js';
import type { ScalarType } from './scalar.js';

export const stringType: ScalarType = { name: 'string', postgres: 'text', search: 'contains' };
export const textType: ScalarType = { name: 'text', postgres: 'text', search: 'contains' };
export const richtextType: ScalarType = { name: 'richtext', postgres: 'text', search: 'contains' };
export const blocksType: ScalarType = { name: 'blocks', postgres: 'jsonb', search: 'none' };
export const emailType: ScalarType = { name: 'email', postgres: 'text', search: 'contains' };
export const passwordType: ScalarType = { name: 'password', postgres: 'text', search: 'none' };
export const uidType: ScalarType = { name: 'uid', postgres: 'text', search: 'contains' };
export const enumerationType: ScalarType = { name: 'enumeration', postgres: 'text', search: 'contains' };
export const integerType: ScalarType = { name: 'integer', postgres: 'integer', search: 'equals' };
export const rowIdType: ScalarType = { name: 'integer', postgres: 'int8', search: 'equals' };
export const bigintegerType: ScalarType = { name: 'biginteger', postgres: 'bigint', search: 'equals' };
export const floatType: ScalarType = { name: 'float', postgres: 'double precision', search: 'equals' };
export const decimalType: ScalarType = { name: 'decimal', postgres: 'numeric', search: 'equals' };
export const booleanType: ScalarType = { name: 'boolean', postgres: 'boolean', search: 'none' };
export const dateType: ScalarType = { name: 'date', postgres: 'date', search: 'none' };
export const timeType: ScalarType = { name: 'time', postgres: 'time', search: 'none' };
export const datetimeType: ScalarType = { name: 'datetime', postgres: 'timestamptz', search: 'none' };
export const jsonType: ScalarType = { name: 'json', postgres: 'jsonb', search: 'none' };

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
