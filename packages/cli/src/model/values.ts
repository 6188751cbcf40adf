import { type RawObject, type RawValue, literalOf, propertyOf, spanAt } from '../definitions/raw.js';
import type { Span } from '../diagnostics.js';
import type { Literal } from './model.js';
import type { Report } from './report.js';

/**
 * A written object, read by key and type. A value of another type is reported where it stands and counts as absent; so
 * does `null`, silently, because Strapi writes it for options that are not set.
 */
export interface Values {
  readonly names: readonly string[];
  readonly has: (name: string) => boolean;
  readonly flag: (name: string) => boolean | undefined;
  readonly text: (name: string) => string | undefined;
  /** Text and its place. */
  readonly located: (name: string) => Located<string> | undefined;
  readonly number: (name: string) => number | undefined;
  /** A whole number that is not negative. */
  readonly count: (name: string) => number | undefined;
  readonly oneOf: <T extends string>(name: string, choices: readonly T[]) => T | undefined;
  readonly texts: (name: string) => readonly Located<string>[] | undefined;
  readonly object: (name: string) => Values | undefined;
  readonly literal: (name: string) => Literal | undefined;
  /** Where a key is written; without one, where the object begins. */
  readonly keySpan: (name?: string) => Span;
  /** Where a value is written, or one of its items; without one, where the object begins. */
  readonly span: (name?: string, item?: string) => Span;
}

export interface Located<T> {
  readonly value: T;
  readonly span: Span;
}

export function valuesOf(file: string, object: RawObject, report: Report): Values {
  reportRepeatedKeys(file, object, report);
  const property = (name: string | undefined) => (name === undefined ? undefined : propertyOf(object, name));
  const valueOf = (name: string): RawValue | undefined => {
    const value = property(name)?.value;
    return value?.kind === 'scalar' && value.value === null ? undefined : value;
  };
  const scalar = <T>(name: string, expected: string, fits: (value: unknown) => value is T): T | undefined => {
    const value = valueOf(name);
    if (!value) return undefined;
    if (value.kind === 'scalar' && fits(value.value)) return value.value;
    report('CG208', spanAt(file, value), `${name} has to be ${expected}, not ${describe(value)}`);
    return undefined;
  };
  const text = (name: string) => scalar(name, 'text', (value) => typeof value === 'string');
  return {
    names: object.properties.map(({ name }) => name),
    has: (name) => valueOf(name) !== undefined,
    flag: (name) => scalar(name, 'true or false', (value) => typeof value === 'boolean'),
    text,
    located(name) {
      const value = text(name);
      return value === undefined ? undefined : { value, span: spanAt(file, valueOf(name)!) };
    },
    number: (name) => scalar(name, 'a number', (value): value is number => Number.isFinite(value)),
    count: (name) => scalar(name, 'a whole number of 0 or more', isCount),
    oneOf: (name, choices) =>
      scalar(name, `one of ${choices.join(', ')}`, (value): value is (typeof choices)[number] =>
        choices.some((choice) => choice === value),
      ),
    texts(name) {
      const value = valueOf(name);
      if (!value) return undefined;
      const items = value.kind === 'array' ? value.items : undefined;
      const wrong = items ? items.find((item) => typeof literalOf(item) !== 'string') : value;
      if (wrong) report('CG208', spanAt(file, wrong), `${name} has to be a list of texts, not ${describe(wrong)}`);
      return wrong ? undefined : items?.map((item) => ({ value: String(literalOf(item)), span: spanAt(file, item) }));
    },
    object(name) {
      const value = valueOf(name);
      if (value?.kind === 'object') return valuesOf(file, value, report);
      if (value) report('CG208', spanAt(file, value), `${name} has to be an object, not ${describe(value)}`);
      return undefined;
    },
    literal(name) {
      const value = valueOf(name);
      return value && literalOf(value);
    },
    keySpan: (name) => spanAt(file, property(name) ?? object),
    span(name, item) {
      const value = property(name)?.value ?? object;
      const found = value.kind === 'array' ? value.items.find((each) => literalOf(each) === item) : undefined;
      return spanAt(file, found ?? value);
    },
  };
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function reportRepeatedKeys(file: string, object: RawObject, report: Report): void {
  const seen = new Set<string>();
  for (const property of object.properties) {
    if (seen.has(property.name)) report('CG214', spanAt(file, property), `"${property.name}" is written twice`);
    seen.add(property.name);
  }
}

function describe(value: RawValue): string {
  if (value.kind === 'array') return 'a list';
  return value.kind === 'object' ? 'an object' : JSON.stringify(value.value);
}
