import { KEPT, session } from '../../session/session.js';
import { isEntry } from '../form/blank.js';
import type { Components, DescribedAttribute, FormValues } from '../form/value.js';

/** Unsaved changes of a document, in this browser until they are saved or their author signs out. */
export interface KeptChanges {
  /** The values that the changes replace, without those that are unchanged. */
  readonly base: FormValues;
  readonly values: FormValues;
  readonly etag?: string;
}

export function readKept(key: string): KeptChanges | undefined {
  const text = localStorage.getItem(KEPT + key);
  if (text === null) return undefined;
  const kept: KeptChanges = JSON.parse(text);
  return kept;
}

export function keep(key: string, kept: KeptChanges): void {
  // Signing out removes the form from the page, and must leave nothing behind.
  if (session().state === 'out') return;
  try {
    localStorage.setItem(KEPT + key, JSON.stringify(kept));
  } catch {
    // A full store loses no saved work; the form still has the changes.
  }
}

export function forget(key: string): void {
  localStorage.removeItem(KEPT + key);
}

/** Values without passwords, which are never stored in a browser. */
export function withoutSecrets(
  attributes: readonly DescribedAttribute[],
  values: FormValues,
  components: Components,
): FormValues {
  const pairs = attributes.flatMap((attribute): readonly (readonly [string, unknown])[] => {
    const value = values[attribute.name];
    if (attribute.kind === 'scalar' && attribute.type === 'password') return [];
    if (!Array.isArray(value)) return [[attribute.name, value] as const];
    const safe = value.map((each: unknown) => {
      if (!isEntry(each)) return each;
      const inner = components[each.component]?.attributes ?? [];
      return { ...each, values: withoutSecrets(inner, each.values, components) };
    });
    return [[attribute.name, safe] as const];
  });
  // Each value has the kind that it had before.
  return Object.fromEntries(pairs) as FormValues;
}
