import { type RawObject, type RawValue, literalOf, propertyOf, spanAt } from '../definitions/raw.js';
import type { Span } from '../diagnostics/diagnostic.js';
import type { Literal } from './model.js';
import type { Report } from './report.js';

/**
 * A written object. The functions below read a value by its key and type, and report a value of another type and treat
 * it as absent. `null` counts as absent, because Strapi writes `null` for options that are not set.
 */
export interface Values {
  readonly file: string;
  readonly written: RawObject;
  readonly report: Report;
}

export interface Located<T> {
  readonly value: T;
  readonly span: Span;
}

export function valuesOf(file: string, written: RawObject, report: Report): Values {
  for (const property of written.properties) {
    if (written.properties.find(({ name }) => name === property.name) === property) continue;
    report('CG214', spanAt(file, property), `"${property.name}" is written twice`);
  }
  return { file, written, report };
}

export function names(values: Values): readonly string[] {
  return values.written.properties.map(({ name }) => name);
}

export function has(values: Values, name: string): boolean {
  return valueOf(values, name) !== undefined;
}

export function flag(values: Values, name: string): boolean | undefined {
  const written = values.report.tolerant ? flagTexts.get(literalValue(values, name)) : undefined;
  return converted(values, name, written) ?? scalar(values, name, 'true or false', isBoolean, 'ignorable');
}

export function text(values: Values, name: string): string | undefined {
  return scalar(values, name, 'text', isString);
}

/** A text and its position. */
export function located(values: Values, name: string): Located<string> | undefined {
  const value = text(values, name);
  return value === undefined ? undefined : { value, span: span(values, name) };
}

export function number(values: Values, name: string): number | undefined {
  return numeric(values, name, 'a number', isFinite);
}

/** A whole number that is not negative. */
export function count(values: Values, name: string): number | undefined {
  return numeric(values, name, 'a whole number of 0 or more', isCount);
}

function numeric(
  values: Values,
  name: string,
  expected: string,
  fits: (value: unknown) => value is number,
): number | undefined {
  const written = values.report.tolerant ? literalValue(values, name) : undefined;
  const number = typeof written === 'string' && written.trim() !== '' ? Number(written) : undefined;
  return (
    converted(values, name, fits(number) ? number : undefined) ?? scalar(values, name, expected, fits, 'ignorable')
  );
}

/** The meaning of a value that Strapi converts, with a warning. */
function converted<T>(values: Values, name: string, value: T | undefined): T | undefined {
  if (value === undefined) return undefined;
  values.report(
    'CG503',
    span(values, name),
    `${name} is ${JSON.stringify(literalValue(values, name))}, read as ${value}`,
  );
  return value;
}

const flagTexts: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  ['true', true],
  ['false', false],
  [1, true],
  [0, false],
]);

export function oneOf<T extends string>(values: Values, name: string, choices: readonly T[]): T | undefined {
  const fits = (value: unknown): value is T => choices.some((choice) => choice === value);
  return scalar(values, name, `one of ${choices.join(', ')}`, fits);
}

export function texts(values: Values, name: string): readonly Located<string>[] | undefined {
  const value = valueOf(values, name);
  if (!value) return undefined;
  const items = value.kind === 'array' ? value.items : undefined;
  const wrong = items ? items.find((item) => typeof literalOf(item) !== 'string') : value;
  if (!wrong) return items?.map((item) => ({ value: String(literalOf(item)), span: spanAt(values.file, item) }));
  reportWrong(values, name, wrong, 'a list of texts', ['components', 'enum'].includes(name) ? 'needed' : 'ignorable');
  return undefined;
}

export function textLists(values: Values, name: string): readonly (readonly Located<string>[])[] | undefined {
  const value = valueOf(values, name);
  if (!value) return undefined;
  const lists = value.kind === 'array' ? value.items.map((item) => textItems(values, item)) : [undefined];
  if (lists.every((list) => list !== undefined)) return lists;
  reportWrong(values, name, value, 'a list of lists of texts', 'ignorable');
  return undefined;
}

function textItems({ file }: Values, list: RawValue): readonly Located<string>[] | undefined {
  if (list.kind !== 'array' || list.items.some((item) => typeof literalOf(item) !== 'string')) return undefined;
  return list.items.map((item) => ({ value: String(literalOf(item)), span: spanAt(file, item) }));
}

export function object(values: Values | undefined, name: string): Values | undefined {
  const value = values && valueOf(values, name);
  if (!value) return undefined;
  if (value.kind === 'object') return valuesOf(values.file, value, values.report);
  reportWrong(values, name, value, 'an object', 'ignorable');
  return undefined;
}

export function literalValue(values: Values, name: string): Literal | undefined {
  const value = valueOf(values, name);
  return value && literalOf(value);
}

/** The position of a key. */
export function keySpan({ file, written }: Values, name: string): Span {
  return spanAt(file, propertyOf(written, name) ?? written);
}

/** The position of a value or of one of its items. Without a name: of the object. */
export function span({ file, written }: Values, name?: string, item?: string): Span {
  const value = (name === undefined ? undefined : propertyOf(written, name)?.value) ?? written;
  const found = value.kind === 'array' ? value.items.find((each) => literalOf(each) === item) : undefined;
  return spanAt(file, found ?? value);
}

function valueOf({ written }: Values, name: string): RawValue | undefined {
  const value = propertyOf(written, name)?.value;
  return value?.kind === 'scalar' && value.value === null ? undefined : value;
}

function scalar<T>(
  values: Values,
  name: string,
  expected: string,
  fits: (value: unknown) => value is T,
  need: Need = 'needed',
): T | undefined {
  const value = valueOf(values, name);
  if (!value) return undefined;
  if (value.kind === 'scalar' && fits(value.value)) return value.value;
  reportWrong(values, name, value, expected, need);
  return undefined;
}

/** `ignorable`: the definition has a meaning without the value. */
type Need = 'needed' | 'ignorable';

function reportWrong({ file, report }: Values, name: string, value: RawValue, expected: string, need: Need): void {
  const code = report.tolerant && need === 'ignorable' ? 'CG503' : 'CG208';
  report(code, spanAt(file, value), `${name} must be ${expected}, not ${describe(value)}`);
}

function describe(value: RawValue): string {
  if (value.kind === 'array') return 'a list';
  return value.kind === 'object' ? 'an object' : JSON.stringify(value.value);
}

function isBoolean(value: unknown): value is boolean {
  return typeof value === 'boolean';
}

function isString(value: unknown): value is string {
  return typeof value === 'string';
}

function isFinite(value: unknown): value is number {
  return Number.isFinite(value);
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
