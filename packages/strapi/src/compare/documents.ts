import type { Difference, Json } from './difference.js';
import { isJson } from './difference.js';
import { sortKey } from './sort-order.js';

/** How the documents of a list are ordered, and whether the list is complete. */
export interface ListOrder {
  /** `open`: no order was asked for. `stored`: the order of a relation. Else the attributes that sort the list. */
  readonly order: 'open' | 'stored' | readonly string[];
  /** Whether the list has all documents, and not only the documents of a page. */
  readonly isWhole: boolean;
}

/** The documents that both lists have, and the differences of the lists themselves. */
interface MatchedDocuments {
  readonly pairs: readonly (readonly [old: Json, ours: Json])[];
  readonly differences: readonly Difference[];
  /** Whether documents were left out, because a page without an order may have any. */
  readonly isPartial: boolean;
}

export function isDocumentList(list: readonly unknown[]): list is readonly Json[] {
  return list.every((item) => isJson(item) && typeof item['documentId'] === 'string');
}

/** Compares two lists of documents by their document ids. */
export function matchDocuments(
  old: readonly Json[],
  ours: readonly Json[],
  { order, isWhole }: ListOrder,
  { at, noun }: { readonly at: string; readonly noun: 'document' | 'relation' },
): MatchedDocuments {
  const [before, after] = [keyed(old), keyed(ours)];
  const pairs = [...before].flatMap(([key, document]) => {
    const found = after.get(key);
    return found === undefined ? [] : [[document, found] as const];
  });
  const isTied = typeof order !== 'string' && hasSameKeys(old, ours, order);
  const missing = [...before].filter(([key]) => !after.has(key)).map(([, document]) => document);
  const extra = [...after].filter(([key]) => !before.has(key)).map(([, document]) => document);
  // Documents with equal values may change places, also across the end of a page.
  const isFree = !isWhole && (order === 'open' || isTied);
  const differences: Difference[] = [];
  if (!isFree) {
    for (const lost of missing) {
      differences.push({ kind: `missing ${noun}`, at, old: brief(lost), ours: undefined });
    }
    for (const added of extra) differences.push({ kind: `extra ${noun}`, at, old: undefined, ours: brief(added) });
  }
  if (order !== 'open' && !isTied) {
    const common = [...before.keys()].filter((key) => after.has(key));
    const present = [...after.keys()].filter((key) => before.has(key));
    if (common.join(' ') !== present.join(' '))
      differences.push({ kind: 'other order', at, old: common, ours: present });
  }
  return { pairs, differences, isPartial: isFree && missing.length > 0 };
}

/** One document can be in a list more than once: in several locales, and as a target of several types. */
function keyed(list: readonly Json[]): ReadonlyMap<string, Json> {
  const found = new Map<string, Json>();
  for (const document of list) {
    // Strapi shows a locale of null behind polymorphic relations, and content-gen shows no locale there.
    const marks = ['documentId', 'locale', '__type'].map((key) => document[key]).filter((mark) => mark != null);
    const key = configKey(document) ?? marks.join('/');
    let number = 1;
    while (found.has(`${key}${number === 1 ? '' : `#${number}`}`)) number += 1;
    found.set(`${key}${number === 1 ? '' : `#${number}`}`, document);
  }
  return found;
}

/**
 * The name of a locale or role; undefined for other objects. Locales and roles come from the config, and so have other
 * ids here.
 */
export function configKey({ code, isDefault, type, description, documentId }: Json): string | undefined {
  if (documentId === undefined) return undefined;
  if (typeof code === 'string' && typeof isDefault === 'boolean') return code;
  return typeof type === 'string' && description !== undefined ? type : undefined;
}

function hasSameKeys(old: readonly Json[], ours: readonly Json[], paths: readonly string[]): boolean {
  if (old.length !== ours.length) return false;
  return old.every((document, index) => {
    const key = sortKey(document, paths);
    const other = ours[index];
    return key !== undefined && other !== undefined && key === sortKey(other, paths);
  });
}

/** The part of a document that is enough to recognise the document. */
function brief(document: Json): Json {
  return Object.fromEntries(
    Object.entries(document)
      .filter(([, value]) => !isJson(value) && !Array.isArray(value))
      .slice(0, 4),
  );
}
