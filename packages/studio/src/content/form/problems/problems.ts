import type { Problem } from '../../../failure.js';
import { isEntry } from '../blank.js';
import { shownAttributes } from '../conditions.js';
import { HALF } from '../moments.js';
import type { Components, DescribedAttribute, FormValue, FormValues } from '../value.js';

/** Messages by the path of their value: `seo.title`, `links.0.url`. */
export type Problems = ReadonlyMap<string, string>;

export function problemsOf(problems: readonly Problem[]): Problems {
  const found = new Map<string, string>();
  for (const { path, message } of problems) {
    const at = path.join('.');
    found.set(at, found.has(at) ? `${found.get(at)} ${message}` : message);
  }
  return found;
}

/** The message at a path; at `deep` also the first one below it, for values whose control shows no parts. */
export function problemAt(problems: Problems, path: string, deep = false): string | undefined {
  const own = problems.get(path);
  if (own !== undefined || !deep) return own;
  return [...problems].find(([at]) => at.startsWith(`${path}.`))?.[1];
}

/** The number of problems at a path and below it. */
export function problemCount(problems: Problems, path: string): number {
  return [...problems.keys()].filter((at) => at === path || at.startsWith(`${path}.`)).length;
}

interface Checks {
  readonly components: Components;
  /** The version is published, or has no drafts: required values must be there. */
  readonly isFinal: boolean;
}

/**
 * Problems that the API does not explain to a person: text in JSON fields that is not JSON, which it would take for a
 * text, keys that it refuses without the name of the field, text in fields for numbers, and half a date or a time, which
 * it never sees.
 */
export function formProblems(
  attributes: readonly DescribedAttribute[],
  values: FormValues,
  checks: Checks,
  path: readonly (string | number)[] = [],
): readonly Problem[] {
  return shownAttributes(attributes, values).flatMap((attribute) => {
    const value = values[attribute.name];
    const at = [...path, attribute.name];
    if (attribute.kind === 'component' || attribute.kind === 'dynamicZone') {
      const isList = attribute.kind === 'dynamicZone' || attribute.many;
      const entries = Array.isArray(value) ? value.filter(isEntry) : [];
      return entries.flatMap((entry, index) => {
        const inner = checks.components[entry.component]?.attributes ?? [];
        return formProblems(inner, entry.values, checks, isList ? [...at, index] : at);
      });
    }
    if (attribute.kind !== 'scalar' || !attribute.writable) return [];
    const message = scalarProblem(attribute, value, checks.isFinal);
    return message === undefined ? [] : [{ path: at, message }];
  });
}

type ScalarAttribute = Extract<DescribedAttribute, { readonly kind: 'scalar' }>;

function scalarProblem({ type, required }: ScalarAttribute, value: FormValue, isFinal: boolean): string | undefined {
  if (type === 'json') return jsonProblem(value);
  if (value === HALF && type in MOMENTS) return `This ${MOMENTS[type]} is not complete. Complete or clear it.`;
  const fits = NUMBERS[type];
  if (fits === undefined || value === undefined) return undefined;
  const text = typeof value === 'string' ? value.trim() : '';
  if (text === '') return required && isFinal ? 'A number is required here.' : undefined;
  return fits(text)
    ? undefined
    : `This is not a ${WHOLE.has(type) ? 'whole ' : ''}number. Write it like ${WHOLE.has(type) ? '15' : '1.5'}.`;
}

/** The word for a value of each type whose controls have parts, such as day, month and year. */
export const MOMENTS: Readonly<Record<string, string>> = { date: 'date', datetime: 'date', time: 'time' };

/** Whether a text is a number of a type. JSON has no infinity, which `1e400` is to JavaScript. */
const NUMBERS: Readonly<Record<string, (text: string) => boolean>> = {
  integer: (text) => Number.isInteger(Number(text)),
  biginteger: (text) => /^[+-]?\d+$/.test(text),
  float: (text) => Number.isFinite(Number(text)),
  decimal: (text) => Number.isFinite(Number(text)),
};
const WHOLE: ReadonlySet<string> = new Set(['integer', 'biginteger']);

export function jsonProblem(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  let namesPrototype = false;
  try {
    JSON.parse(value, (key, inner: unknown) => {
      namesPrototype ||= key === '__proto__';
      return inner;
    });
  } catch (error) {
    return `This is not JSON: ${error instanceof Error ? error.message : ''}`;
  }
  return namesPrototype ? 'The API takes no key with the name __proto__.' : undefined;
}
