import { INTEGER, roundDecimal } from '../../../model/index.js';
import { label, typeProblem } from '../problems.js';
import type { At, ValueKind } from './kind.js';

const BIGINTEGER = { min: -(2n ** 63n), max: 2n ** 63n - 1n };

export const integerKind: ValueKind = {
  type: 'number',
  cast(sent, at) {
    const value = castNumber(sent, at);
    if (value === undefined) return undefined;
    let whole = true;
    if (!Number.isInteger(value)) {
      add(at, 'must be an integer', value);
      whole = false;
    }
    const limits = { max: Math.min(limit(at.attribute.max) ?? INTEGER.max, INTEGER.max), min: INTEGER.min };
    return within(value, limits, at) && whole ? value : undefined;
  },
  check: checkMin,
};

export const floatKind: ValueKind = {
  type: 'number',
  cast(sent, at) {
    const value = castFinite(sent, at);
    return value !== undefined && within(value, { max: limit(at.attribute.max) }, at) ? value : undefined;
  },
  check: checkMin,
};

/** `numeric(10,2)`: ten digits, two of them after the point. */
export const decimalKind: ValueKind = {
  type: 'number',
  cast(sent, at) {
    const value = castFinite(sent, at);
    if (value === undefined || !within(value, { max: limit(at.attribute.max) }, at)) return undefined;
    const rounded = roundDecimal(value);
    if (rounded === undefined) return void add(at, 'must be between -99999999.99 and 99999999.99', value);
    return rounded;
  },
  check: checkMin,
};

/** The API shows big integers as text, because JSON numbers are exact up to 2^53 only. */
export const bigintegerKind: ValueKind = {
  cast(sent, at) {
    const text = typeof sent === 'number' || typeof sent === 'string' ? String(sent).trim() : '';
    if (!/^[+-]?\d{1,40}$/.test(text)) {
      return void add(at, 'must be a valid integer', text.includes('e') && typeof sent === 'number' ? text : sent);
    }
    const value = BigInt(text.replace('+', ''));
    if (value > BIGINTEGER.max) return void add(at, `must be less than or equal to ${BIGINTEGER.max}`, sent);
    if (value < BIGINTEGER.min) return void add(at, `must be greater than or equal to ${BIGINTEGER.min}`, sent);
    return String(value);
  },
  check(value, at) {
    const { min, max } = at.attribute;
    const number = BigInt(String(value));
    if (min !== undefined && number < BigInt(min)) add(at, `must be greater than or equal to ${min}`, value);
    if (max !== undefined && number > BigInt(max)) add(at, `must be less than or equal to ${max}`, value);
  },
};

/** Numbers, and text that is a number once spaces are removed. */
function castNumber(sent: unknown, at: At): number | undefined {
  const text = typeof sent === 'string' ? sent.replace(/\s/g, '') : undefined;
  const value = typeof sent === 'number' ? sent : text === undefined || text === '' ? Number.NaN : Number(text);
  if (!Number.isNaN(value)) return value === 0 ? 0 : value;
  at.report.add(typeProblem(at.path, 'number', value, sent));
  return undefined;
}

function castFinite(sent: unknown, at: At): number | undefined {
  const value = castNumber(sent, at);
  if (value === undefined || Number.isFinite(value)) return value;
  return void add(at, 'must be a finite number', null);
}

function within(value: number, limits: { min?: number; max?: number | undefined }, at: At): boolean {
  if (limits.min !== undefined && value < limits.min) {
    add(at, `must be greater than or equal to ${limits.min}`, value);
    return false;
  }
  if (limits.max !== undefined && value > limits.max) {
    add(at, `must be less than or equal to ${limits.max}`, value);
    return false;
  }
  return true;
}

function checkMin(value: unknown, at: At): void {
  const min = limit(at.attribute.min);
  if (min !== undefined && typeof value === 'number') within(value, { min }, at);
}

function limit(value: number | string | undefined): number | undefined {
  return value === undefined ? undefined : Number(value);
}

function add(at: At, message: string, value: unknown): void {
  at.report.add({ path: at.path, message: `${label(at.path)} ${message}`, value });
}

export const booleanKind: ValueKind = {
  cast(value, { path, report }) {
    if (typeof value === 'boolean') return value;
    const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
    if (/^(true|1)$/i.test(text)) return true;
    if (/^(false|0)$/i.test(text)) return false;
    report.add(typeProblem(path, 'boolean', value));
    return undefined;
  },
};
