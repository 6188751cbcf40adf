import { type Difference, type Json, isJson } from './difference.js';
import { type ListOrder, configKey, isDocumentList, matchDocuments } from './documents.js';
import { isSameDouble, isSameScalar } from './scalar.js';
import { type Shape, type Shapes, isMorphInverse, isUnordered } from './shape.js';

/** The rules of one comparison. */
export interface Rules {
  readonly shapes: Shapes;
  /** Keys that the user leaves out. */
  readonly ignored: ReadonlySet<string>;
  /** The sorted attributes of populated lists. */
  readonly nestedSort: readonly string[];
}

/** Where a value is. */
interface Place {
  readonly at: string;
  readonly key: string;
  readonly shape: Shape;
  /** The order of a list of documents. */
  readonly list: ListOrder;
  /** The owner of a relation has a locale, and so the targets have the same locale. */
  readonly hasLocales?: boolean;
  /** The other side of a polymorphic relation. */
  readonly isMorphInverse?: boolean;
}

/** All differences of two values. */
export function* valueDifferences(old: unknown, ours: unknown, place: Place, rules: Rules): Generator<Difference> {
  const { at, key, shape } = place;
  if (Array.isArray(old) && Array.isArray(ours)) yield* listDifferences(old, ours, place, rules);
  else if (isJson(old) && isJson(ours)) yield* objectDifferences(old, ours, place, rules);
  else if (isTarget(old, shape) && ours === null) yield { kind: 'missing relation', at, old, ours };
  else if (old === null && isTarget(ours, shape)) yield { kind: 'extra relation', at, old, ours };
  else if (!isSameScalar(old, ours, key, shape)) {
    yield { kind: 'other value', at, old, ours, ...(isSameDouble(old, ours) ? { because: 'digits' } : {}) };
  }
}

function isTarget(value: unknown, { kind }: Shape): boolean {
  return isJson(value) && (kind === 'document' || kind === 'file' || typeof value['documentId'] === 'string');
}

function* listDifferences(
  old: readonly unknown[],
  ours: readonly unknown[],
  place: Place,
  rules: Rules,
): Generator<Difference> {
  const { shape } = place;
  const item = { ...place, at: `${place.at}[]` };
  const canMatch = shape.kind === 'document' || shape.kind === 'file' || shape.kind === 'unknown';
  if (canMatch && isDocumentList(old) && isDocumentList(ours)) {
    const noun = place.at === 'data' ? 'document' : 'relation';
    const kept = noun === 'relation' && place.hasLocales === false ? oneLocaleEach(old, ours, item, rules) : old;
    for (const lost of old.filter((document) => !kept.includes(document))) {
      yield { kind: 'missing relation', at: item.at, old: lost, ours: undefined, because: 'locales' };
    }
    const { pairs, differences } = matchDocuments(kept, ours, place.list, { at: item.at, noun });
    for (const difference of differences) yield explainMorph(difference, place);
    for (const [one, other] of pairs) yield* objectDifferences(one, other, item, rules);
    return;
  }
  const common = Math.min(old.length, ours.length);
  for (let index = 0; index < common; index += 1) yield* valueDifferences(old[index], ours[index], item, rules);
  if (old.length > common) yield { kind: 'missing entry', at: item.at, old: old[common], ours: undefined };
  if (ours.length > common) yield { kind: 'extra entry', at: item.at, old: undefined, ours: ours[common] };
}

/**
 * From a type without locales, Strapi shows a related document in several locales, and this API shows one version. Of
 * Strapi's versions, the version with the fewest differences to ours stays.
 */
function oneLocaleEach(old: readonly Json[], ours: readonly Json[], item: Place, rules: Rules): readonly Json[] {
  const idOf = ({ documentId, __type: type }: Json) => `${String(documentId)} ${String(type)}`;
  const best = new Map<Json, Json>();
  for (const here of ours) {
    const versions = old.filter((document) => idOf(document) === idOf(here));
    if (versions.length < 2 || ours.filter((document) => idOf(document) === idOf(here)).length > 1) continue;
    const count = (document: Json) => [...objectDifferences(document, here, item, rules)].length;
    const [first] = versions
      .map((document) => ({ document, count: count(document) }))
      .toSorted((a, b) => a.count - b.count);
    for (const version of versions) if (first !== undefined) best.set(version, first.document);
  }
  return old.filter((document) => (best.get(document) ?? document) === document);
}

/** Only the side that was written shows a polymorphic relation in Strapi. */
function explainMorph(difference: Difference, { isMorphInverse }: Place): Difference {
  return difference.kind === 'extra relation' && isMorphInverse === true
    ? { ...difference, because: 'morph' }
    : difference;
}

function* objectDifferences(old: Json, ours: Json, place: Place, rules: Rules): Generator<Difference> {
  const shape = place.shape.kind === 'zone' ? rules.shapes.ofEntry(old['__component']) : place.shape;
  const keys = new Set([...Object.keys(old), ...Object.keys(ours)]);
  for (const key of keys) {
    if (rules.ignored.has(key) || isAside(key, old[key], ours[key], shape) || isOfConfig(old, key)) continue;
    const at = place.at === '' ? key : `${place.at}.${key}`;
    if (!(key in ours)) yield { kind: 'missing field', at, old: old[key], ours: undefined };
    else if (!(key in old)) yield { kind: 'extra field', at, old: undefined, ours: ours[key] };
    else yield* valueDifferences(old[key], ours[key], placeOf(old, key, at, shape, rules), rules);
  }
}

function placeOf(owner: Json, key: string, at: string, shape: Shape, { shapes, nestedSort }: Rules): Place {
  const order = nestedSort.length > 0 ? nestedSort : 'stored';
  const inner = shape.kind === 'file' ? shape : shapes.ofKey(shape, key);
  const list: ListOrder = { order: isUnordered(shape, key) ? 'open' : order, isWhole: true };
  const hasLocales = typeof owner['locale'] === 'string' || key === 'localizations';
  return { at, key, shape: inner, list, hasLocales, isMorphInverse: isMorphInverse(shape, key) };
}

/** The differences that docs/compare.md lists: both sides are right. */
function isAside(key: string, old: unknown, ours: unknown, shape: Shape): boolean {
  if (shape.kind === 'free') return false;
  // Row ids belong to a database; document ids belong to the content.
  if (key === 'id') return typeof old === typeof ours;
  if (shape.kind === 'component' && key === 'documentId') return true;
  if (shape.kind === 'file') return key === 'provider' || key === 'provider_metadata';
  // Strapi adds `locale: null` to documents without locales behind a polymorphic relation.
  if (key === 'locale' && old === null) return ours === undefined;
  // Strapi leaves out a relation whose `mappedBy` no owner names.
  if (old === undefined && isRelation(shape, key)) return ours === null || (Array.isArray(ours) && ours.length === 0);
  // The profile `documented` gives every document an empty `meta`.
  return key === 'meta' && (isEmpty(old) || isEmpty(ours)) && (old === undefined || ours === undefined);
}

/** The config has the locales and roles, so only the names and codes of locales and roles are content. */
function isOfConfig(old: Json, key: string): boolean {
  return configKey(old) !== undefined && !['code', 'type', 'name', 'isDefault'].includes(key);
}

function isRelation(shape: Shape, key: string): boolean {
  return shape.kind === 'document' && shape.attributes.get(key)?.kind === 'relation';
}

function isEmpty(value: unknown): boolean {
  return isJson(value) && Object.keys(value).length === 0;
}
