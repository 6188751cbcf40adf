import { defaultProblem } from './defaults.js';
import type { NamedDraft } from '../draft.js';
import type { Literal, Named, Scalar, ScalarType } from '../model.js';
import { compareNumbers, isWhole } from './numbers.js';
import type { Report } from '../report.js';
import type { Values } from '../values.js';
import * as read from '../values.js';

/** Mutable, because a project has thousands of these, and copying each one takes noticeable time. */
type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

export function readScalar(type: ScalarType, named: NamedDraft, options: Values, report: Report): Scalar & NamedDraft {
  const unique = read.flag(options, 'unique') ?? false;
  const scalar: Mutable<Scalar & NamedDraft> = { ...named, kind: 'scalar', type, unique };
  set(scalar, 'min', readBound(type, 'min', options, report));
  set(scalar, 'max', readBound(type, 'max', options, report));
  set(scalar, 'minLength', read.count(options, 'minLength'));
  set(scalar, 'maxLength', read.count(options, 'maxLength'));
  set(scalar, 'regex', readRegex(options, report));
  if (type === 'enumeration') set(scalar, 'values', readEnum(named, options, report));
  set(scalar, 'targetField', read.text(options, 'targetField'));
  reportOrder(options, 'min', 'max', scalar.min, scalar.max, report);
  reportOrder(options, 'minLength', 'maxLength', scalar.minLength, scalar.maxLength, report);

  const fallback = readValue('default', type, options, report);
  const problem = fallback === undefined ? undefined : defaultProblem(scalar, fallback);
  if (problem) report('CG222', read.span(options, 'default'), `the default of ${named.name} ${problem}`);
  else set(scalar, 'default', fallback);
  set(scalar, 'backfill', readBackfill(scalar, options, report));
  return scalar;
}

/** The value that migrations write into rows that break a rule. This value must break no rule itself. */
function readBackfill(scalar: Scalar, options: Values, report: Report): Literal | undefined {
  const { name, type, unique } = scalar;
  if (!takesBackfill(type)) return undefined;
  const value = readValue('backfill', type, options, report);
  if (value === undefined) return undefined;
  const repeats = unique ? 'would repeat in several rows, and the attribute is unique' : undefined;
  const problem = repeats ?? defaultProblem(scalar, value);
  if (problem === undefined) return value;
  report('CG236', read.span(options, 'backfill'), `the backfill of ${name} ${problem}`);
  return undefined;
}

/** A password is a hash in the database, and a uid is unique. */
function takesBackfill(type: ScalarType): boolean {
  return type !== 'password' && type !== 'uid';
}

/** Strapi casts a number or a flag that is written as text. */
function readValue(
  name: 'default' | 'backfill',
  type: ScalarType,
  options: Values,
  report: Report,
): Literal | undefined {
  if (report.tolerant && type === 'boolean') return read.flag(options, name);
  const written = read.literalValue(options, name);
  if (!report.tolerant || !['integer', 'float', 'decimal'].includes(type)) return written;
  return typeof written === 'string' ? read.number(options, name) : written;
}

function set<T, Key extends keyof T>(target: T, key: Key, value: T[Key] | undefined): void {
  if (value !== undefined) target[key] = value;
}

/** Reports a lower limit that is above the upper one. */
export function reportOrder(
  options: Values,
  lower: string,
  upper: string,
  min: number | string | undefined,
  max: number | string | undefined,
  report: Report,
): void {
  if (min === undefined || max === undefined || compareNumbers(min, max) <= 0) return;
  report('CG223', read.span(options, lower), `${lower} ${min} is greater than ${upper} ${max}`);
}

function readBound(
  type: ScalarType,
  name: 'min' | 'max',
  options: Values,
  report: Report,
): number | string | undefined {
  if (type !== 'biginteger') return read.number(options, name);
  const bound = read.literalValue(options, name);
  if (bound === undefined || isWhole(bound)) return bound;
  const hint = 'write a number beyond 2^53 as text: "9223372036854775807"';
  const code = report.tolerant ? 'CG503' : 'CG208';
  report(code, read.span(options, name), `${name} must be a whole number, not ${JSON.stringify(bound)}`, hint);
  return undefined;
}

function readRegex(options: Values, report: Report): string | undefined {
  const regex = read.text(options, 'regex');
  if (regex === undefined) return undefined;
  try {
    RegExp(regex);
    return regex;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    report('CG221', read.span(options, 'regex'), reason);
    return undefined;
  }
}

function readEnum(named: Named, options: Values, report: Report): readonly string[] | undefined {
  const values = read.texts(options, 'enum');
  if (!values) {
    if (read.has(options, 'enum')) return undefined;
    report(
      'CG209',
      named.span,
      `attribute ${named.name} needs the option enum`,
      `for example enum: ['calm', 'urgent']`,
    );
    return undefined;
  }
  // Strapi starts with all of these, and accepts an empty value in requests.
  const code = report.tolerant ? 'CG503' : 'CG224';
  if (values.length === 0) report(code, read.span(options, 'enum'), `enumeration ${named.name} has no values`);
  const seen = new Set<string>();
  for (const { value, span } of values) {
    if (value === '') report(code, span, `enumeration ${named.name} has an empty value`);
    if (seen.has(value)) report(code, span, `enumeration ${named.name} has the value "${value}" twice`);
    seen.add(value);
  }
  return [...seen];
}
