import type { Description } from '../../data/description.js';
import { keptFor, session } from '../../session/session.js';
import { tabName } from '../../session/tab.js';
import { isEntry } from '../form/blank.js';
import { sameValue } from '../form/same-value.js';
import type { Components, DescribedAttribute, FormValues } from '../form/value.js';
import type { DocumentKey } from '../document/version.js';

/** Unsaved changes of a document, in this browser until they are saved or their author signs out. */
export interface KeptChanges {
  /** The values that the changes replace, without those that are unchanged. */
  readonly base: FormValues;
  readonly values: FormValues;
  readonly etag?: string;
  /** A write whose answer was not there: the key of its request, and its values. */
  readonly sending?: { readonly creation: string; readonly values: FormValues };
  /** When the changes were kept, in milliseconds. */
  readonly at: number;
}

/** Names the changes of one person at one version. Each tab has a record of its own below this name. */
export function keptName({ type, documentId, locale }: DocumentKey, { caller }: Description): string {
  const document = documentId ?? (type.single ? 'single' : NEW);
  return [keptFor() + (caller.kind === 'token' ? encodeURIComponent(caller.name) : ''), type.name, document, locale]
    .filter((part) => part !== undefined)
    .join(' ');
}

const NEW = 'new';

/** Records of other tabs that a form of this tab began with, by the name of their changes. */
const adopted = new Map<string, { readonly key: string; readonly text: string }>();

/** The changes of this tab, or the latest of another tab, which may be closed. New documents belong to their tab. */
export function readKept(name: string): KeptChanges | undefined {
  const own = localStorage.getItem(ownKey(name));
  if (own !== null) return parsedChanges(own);
  if (name.split(' ')[2] === NEW) return undefined;
  const [latest] = recordsOf(name);
  if (latest === undefined) return undefined;
  const { key, text } = latest;
  adopted.set(name, { key, text });
  return parsedChanges(text);
}

/** The changes that one tab has kept. */
export interface KeptRecord {
  readonly key: string;
  readonly tab: string;
  readonly text: string;
}

/** The records of all tabs, the latest first. */
export function recordsOf(name: string): readonly KeptRecord[] {
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(`${name} `))
    .map((key) => ({ key, tab: key.slice(name.length + 1), text: localStorage.getItem(key) ?? '{}' }))
    .filter(({ tab }) => !tab.includes(' '))
    .sort((one, other) => parsedChanges(other.text).at - parsedChanges(one.text).at);
}

export function keep(name: string, kept: Omit<KeptChanges, 'at'>): void {
  // Signing out removes the form from the page, and must leave nothing behind.
  if (session().state === 'out') return;
  try {
    localStorage.setItem(ownKey(name), JSON.stringify({ ...kept, at: Date.now() }));
  } catch {
    // A full store loses no saved work; the form still has the changes.
  }
}

/**
 * Forgets the changes of this tab, and the record that this tab took over, unless the other tab has changed it since.
 */
export function forget(name: string): void {
  localStorage.removeItem(ownKey(name));
  const from = adopted.get(name);
  if (from !== undefined && localStorage.getItem(from.key) === from.text) localStorage.removeItem(from.key);
  adopted.delete(name);
}

/** Forgets kept changes if all of them are saved, also when their form is closed by now. */
export function forgetSaved(name: string, saved: FormValues): void {
  const kept = readKept(name);
  if (kept !== undefined && Object.entries(kept.values).every(([at, value]) => sameValue(value, saved[at]))) {
    forget(name);
  }
}

export function ownKey(name: string): string {
  return `${name} ${tabName()}`;
}

export function parsedChanges(text: string): KeptChanges {
  const kept: KeptChanges = JSON.parse(text);
  return kept;
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
