import type { Problem } from '../../data/failure.js';
import { isEntry } from './blank.js';
import type { Components, DescribedAttribute, FormValues } from './value.js';

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

/** The problems of other attributes; the same map if there is none of this one, so that no field is drawn again. */
export function problemsWithout(problems: Problems, name: string): Problems {
  const others = [...problems].filter(([at]) => at !== name && !at.startsWith(`${name}.`));
  return others.length === problems.size ? problems : new Map(others);
}

/** The number of problems at a path and below it. */
export function problemCount(problems: Problems, path: string): number {
  return [...problems.keys()].filter((at) => at === path || at.startsWith(`${path}.`)).length;
}

/**
 * Text in JSON fields that is not JSON, also in entries, because the API would take it for a text; and keys that the API
 * refuses without the name of the field.
 */
export function jsonProblems(
  attributes: readonly DescribedAttribute[],
  values: FormValues,
  components: Components,
  path: readonly (string | number)[] = [],
): readonly Problem[] {
  return attributes.flatMap((attribute) => {
    const value = values[attribute.name];
    const at = [...path, attribute.name];
    if (attribute.kind === 'component' || attribute.kind === 'dynamicZone') {
      const isList = attribute.kind === 'dynamicZone' || attribute.many;
      const entries = Array.isArray(value) ? value.filter(isEntry) : [];
      return entries.flatMap((entry, index) => {
        const inner = components[entry.component]?.attributes ?? [];
        return jsonProblems(inner, entry.values, components, isList ? [...at, index] : at);
      });
    }
    const message = attribute.kind === 'scalar' && attribute.type === 'json' ? jsonProblem(value) : undefined;
    return message === undefined ? [] : [{ path: at, message }];
  });
}

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
