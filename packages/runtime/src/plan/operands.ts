import { ValidationError } from '../errors/index.js';
import {
  INTEGER,
  type ParsedMoment,
  type ScalarType,
  holdsUnstorable,
  isTooDeep,
  parseDate,
  parseDatetime,
  parseTime,
} from '../model/index.js';
import type { Value } from '../database/index.js';

/** Reads the text of a filter value as the type of its attribute. */
export function parseOperand({ name, postgres }: ScalarType, text: string, path: string): Value {
  switch (name) {
    case 'integer':
      return parseInteger(text, path, postgres === 'int8' ? Number.MAX_SAFE_INTEGER : INTEGER.max);
    case 'biginteger':
      return parseBigInteger(text, path);
    case 'float':
    case 'decimal':
      return parseNumber(text, path);
    case 'boolean':
      return parseBoolean(text, path);
    case 'date':
      return valueOf(parseDate(text));
    case 'time':
      return valueOf(parseTime(text));
    case 'datetime':
      return valueOf(parseDatetime(text));
    case 'json':
    case 'blocks':
      return parseJson(text, path);
    default:
      return text;
  }
}

function valueOf(parsed: ParsedMoment): string {
  if ('problem' in parsed) throw new ValidationError(parsed.problem);
  return parsed.value;
}

function parseInteger(text: string, path: string, max: number): number {
  const number = text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isInteger(number) && number >= -max - 1 && number <= max) return number;
  throw invalid('an integer', text, path);
}

function parseBigInteger(text: string, path: string): string {
  if (/^[+-]?\d+$/.test(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text)) return BigInt(text).toString();
  throw invalid('an integer', text, path);
}

function parseNumber(text: string, path: string): string {
  if (text.trim() !== '' && Number.isFinite(Number(text))) return String(Number(text));
  throw invalid('a number', text, path);
}

function parseBoolean(text: string, path: string): boolean {
  if (['true', 't', '1'].includes(text)) return true;
  if (['false', 'f', '0'].includes(text)) return false;
  throw invalid('a boolean', text, path);
}

function parseJson(text: string, path: string): string {
  const value = readJson(text);
  if (value === undefined) throw invalid('JSON', text, path);
  if (isTooDeep(value)) throw invalid('JSON that is not nested so deeply', text, path);
  if (holdsUnstorable(value)) throw invalid('JSON without characters that cannot be stored', text, path);
  return JSON.stringify(value);
}

/** `undefined`: not JSON. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function invalid(what: string, text: string, path: string): ValidationError {
  const shown = text.length > 100 ? `${text.slice(0, 100)}…` : text;
  return new ValidationError(`Invalid value at ${path}. Expected ${what}, received: ${shown}`, {
    path,
    source: 'query',
    param: 'filters',
  });
}
