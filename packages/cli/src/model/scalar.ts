import { defaultProblem } from './defaults.js';
import type { Named, Scalar, ScalarType } from './model.js';
import { compareNumbers, isWhole } from './numbers.js';
import type { Report } from './report.js';
import type { Values } from './values.js';

export function readScalar(type: ScalarType, named: Named, options: Values, report: Report): Scalar {
  const values = type === 'enumeration' ? readEnum(named, options, report) : undefined;
  const scalar: Scalar = {
    ...named,
    kind: 'scalar',
    type,
    unique: options.flag('unique') ?? false,
    ...given('min', readBound(type, 'min', options, report)),
    ...given('max', readBound(type, 'max', options, report)),
    ...given('minLength', options.count('minLength')),
    ...given('maxLength', options.count('maxLength')),
    ...given('regex', readRegex(options, report)),
    ...given('values', values),
    ...given('targetField', options.text('targetField')),
  };
  reportOrder(options, 'min', 'max', scalar.min, scalar.max, report);
  reportOrder(options, 'minLength', 'maxLength', scalar.minLength, scalar.maxLength, report);

  const fallback = options.literal('default');
  if (fallback === undefined) return scalar;
  const problem = defaultProblem(scalar, fallback);
  if (problem) report('CG222', options.span('default'), `the default of ${named.name} ${problem}`);
  return { ...scalar, default: fallback };
}

/** Lower limits first. */
export function reportOrder(
  options: Values,
  lower: string,
  upper: string,
  min: number | string | undefined,
  max: number | string | undefined,
  report: Report,
): void {
  if (min === undefined || max === undefined || compareNumbers(min, max) <= 0) return;
  report('CG223', options.span(lower), `${lower} ${min} is more than ${upper} ${max}`);
}

function readBound(
  type: ScalarType,
  name: 'min' | 'max',
  options: Values,
  report: Report,
): number | string | undefined {
  if (type !== 'biginteger') return options.number(name);
  const bound = options.literal(name);
  if (bound === undefined || isWhole(bound)) return bound;
  const hint = 'beyond 2^53 as text: "9223372036854775807"';
  report('CG208', options.span(name), `${name} has to be a whole number, not ${JSON.stringify(bound)}`, hint);
  return undefined;
}

function readRegex(options: Values, report: Report): string | undefined {
  const regex = options.text('regex');
  if (regex === undefined) return undefined;
  try {
    RegExp(regex);
    return regex;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    report('CG221', options.span('regex'), reason);
    return undefined;
  }
}

function readEnum(named: Named, options: Values, report: Report): readonly string[] | undefined {
  const values = options.texts('enum');
  if (!values) {
    if (options.has('enum')) return undefined;
    report('CG209', named.span, `${named.name} needs the option enum`, `for example enum: ['calm', 'urgent']`);
    return undefined;
  }
  if (values.length === 0) report('CG224', options.span('enum'), `enumeration ${named.name} has no values`);
  const seen = new Set<string>();
  for (const { value, span } of values) {
    if (value === '') report('CG224', span, `enumeration ${named.name} has an empty value`);
    if (seen.has(value)) report('CG224', span, `enumeration ${named.name} has the value "${value}" twice`);
    seen.add(value);
  }
  return [...seen];
}

function given<Key extends string, T>(key: Key, value: T | undefined): { [K in Key]?: T } {
  return (value === undefined ? {} : { [key]: value }) as { [K in Key]?: T };
}
