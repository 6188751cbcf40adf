import {
  hasUnstorable,
  isStorableInteger,
  parseDate,
  parseDatetime,
  parseTime,
  roundDecimal,
} from '@content-gen/runtime/transfer';

import type { Scalar } from '../../model/model.js';

/** A value in the form of its column, or the reason why the column cannot hold it. */
type Converted =
  | {
      readonly value: unknown;
      /** What the value lost. */
      readonly loss?: string;
    }
  | { readonly problem: string };

/**
 * Converts a value of the source. Rules of the definition do not matter here: a value that breaks a rule comes in
 * unchanged.
 */
export function convertScalar({ type }: Pick<Scalar, 'type'>, value: unknown): Converted {
  switch (type) {
    case 'boolean':
      return booleanOf(value);
    case 'integer':
      return wholeNumber(value);
    case 'biginteger':
      return bigInteger(value);
    case 'float':
      return held(numberOf(value), value);
    case 'decimal':
      return held(roundDecimal(numberOf(value)), value);
    case 'date':
      return momentOf(parseDate(textOf(value)), 'a date');
    case 'time':
      return momentOf(parseTime(textOf(value)), 'a time');
    case 'datetime':
    case 'timestamp':
      return momentOf(parseDatetime(typeof value === 'number' ? value : textOf(value)), 'a point in time');
    case 'json':
      return jsonOf(value);
    case 'blocks':
      return blocksOf(value);
    default:
      return storable(typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
}

function booleanOf(value: unknown): Converted {
  if (value === true || value === 1 || value === 'true' || value === '1') return { value: true };
  if (value === false || value === 0 || value === 'false' || value === '0') return { value: false };
  return { problem: `${shown(value)} is not a boolean` };
}

function wholeNumber(value: unknown): Converted {
  const number = numberOf(value);
  if (isStorableInteger(number)) return { value: number };
  return { problem: `${shown(value)} is not a whole number of 32 bits` };
}

function bigInteger(value: unknown): Converted {
  const text = String(value).trim();
  if (!/^[+-]?\d{1,40}$/.test(text)) return { problem: `${shown(value)} is not a whole number` };
  const number = BigInt(text.replace('+', ''));
  const fits = number < 2n ** 63n && number >= -(2n ** 63n);
  return fits ? { value: String(number) } : { problem: `${text} does not fit into 64 bits` };
}

function held(number: number | undefined, value: unknown): Converted {
  if (number !== undefined && Number.isFinite(number)) return { value: number };
  return { problem: `${shown(value)} is not a number that the column can hold` };
}

function numberOf(value: unknown): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
}

function momentOf(parsed: ReturnType<typeof parseDate>, kind: string): Converted {
  if ('problem' in parsed) return { problem: `the value is not ${kind}` };
  // The spelling that PostgreSQL prints.
  return { value: kind === 'a time' ? parsed.value.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '') : parsed.value };
}

function blocksOf(value: unknown): Converted {
  if (typeof value !== 'string') return jsonOf(value);
  try {
    return jsonOf(JSON.parse(value));
  } catch {
    return { problem: 'the value is not JSON' };
  }
}

/** Every level needs a part of the stack, here and in PostgreSQL. */
const MOST_LEVELS = 500;

function jsonOf(value: unknown): Converted {
  return hasLevels(value, MOST_LEVELS)
    ? { problem: `the value is nested more than ${MOST_LEVELS} times` }
    : storable(value);
}

function hasLevels(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((item) => hasLevels(item, levels - 1));
}

/** PostgreSQL cannot hold NUL characters and halves of surrogate pairs; other databases can. */
function storable(value: unknown): Converted {
  let loss: string | undefined;
  const visit = (item: unknown): unknown => {
    if (typeof item === 'string') {
      if (!hasUnstorable(item)) return item;
      loss = 'characters that the database cannot hold were removed';
      return item.replaceAll('\0', '').replaceAll(/\p{Surrogate}/gu, '\uFFFD');
    }
    if (typeof item !== 'object' || item === null) return item;
    if (Array.isArray(item)) return item.map(visit);
    return Object.fromEntries(Object.entries(item).map(([key, inner]) => [visit(key), visit(inner)]));
  };
  const stored = visit(value);
  return loss === undefined ? { value: stored } : { value: stored, loss };
}

/** The text of a value of the source; empty if the value is no text. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? 'undefined').slice(0, 60);
}
