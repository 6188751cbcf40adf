import { isOrderedByDatabase, isSortedList } from './database-order.js';
import { type Difference, type Json, isJson } from './difference.js';
import { isDocumentList } from './documents.js';
import type { Explanation } from './explanation.js';
import type { Shape, Shapes } from './shape.js';
import { sortKeysOf } from './sort-order.js';

/** The list of an answer, and the request for this list. */
interface ListContext {
  readonly path: string;
  readonly shape: Shape;
  readonly shapes: Shapes;
  readonly old: unknown;
  readonly ours: unknown;
}

/** Explains differences of the list itself: its documents, their number and their order. */
export function explainList(differences: readonly Difference[], context: ListContext): readonly Difference[] {
  const { path, shape, shapes, old, ours } = context;
  if (!Array.isArray(old) || !Array.isArray(ours) || !isDocumentList(old) || !isDocumentList(ours)) return differences;
  const isOrder = explainsOrder(path, shape, old, ours);
  const word = new URL(path, 'http://localhost').searchParams.get('_q') ?? '';
  const versions = filtersVersions(path, shape, shapes) ? ('versions' as const) : undefined;
  const because = (difference: Difference): Explanation | undefined => {
    const { kind, at } = difference;
    if (kind === 'other total') return isLess(difference) ? (word === '' ? versions : 'search') : undefined;
    if (at !== 'data[]') return undefined;
    if (kind === 'missing document' && word === '' && versions !== undefined) return versions;
    if (kind === 'missing document' && word !== '') return isFoundByKey(difference, old, word) ? 'search' : isOrder;
    return ['other order', 'missing document', 'extra document'].includes(kind) ? isOrder : undefined;
  };
  return differences.map((difference) => {
    const found = difference.because ?? because(difference);
    return found === undefined ? difference : { ...difference, because: found };
  });
}

/**
 * Whether a filter looks at a relation whose documents have several versions, also if the filter is below `$and` or
 * other relations.
 */
function filtersVersions(path: string, whole: Shape, shapes: Shapes): boolean {
  const keys = [...new URL(path, 'http://localhost').searchParams.keys()].filter((key) => key.startsWith('filters['));
  return keys.some((key) => {
    let shape = whole;
    const names = [...key.matchAll(/\[([^\]]*)\]/g)].map(([, name = '']) => name);
    return names
      .filter((name) => !/^(\$.*|\d*)$/.test(name))
      .some((name) => {
        const isVersioned = shapes.showsVersions(shape, name);
        shape = shapes.ofKey(shape, name);
        return isVersioned;
      });
  });
}

function explainsOrder(path: string, shape: Shape, old: readonly Json[], ours: readonly Json[]) {
  const keys = sortKeysOf(path);
  if (keys.length === 0) return undefined;
  const isStatus = keys.some(
    (key) => key.path === 'status' && shape.kind === 'document' && shape.attributes.has('status'),
  );
  if (isStatus && isSortedList(ours, keys)) return 'status';
  return isOrderedByDatabase(old, ours, keys) ? 'order' : undefined;
}

function isLess({ old, ours }: Difference): boolean {
  return typeof old === 'number' && typeof ours === 'number' && ours < old;
}

/** Whether a document has the word in its `documentId` or `locale`. */
function isFoundByKey({ old: lost }: Difference, old: readonly Json[], word: string): boolean {
  const documents = old.filter((document) => isJson(lost) && document['documentId'] === lost['documentId']);
  return documents.some((document) =>
    ['documentId', 'locale'].some((key) => String(document[key]).toLowerCase().includes(word.toLowerCase())),
  );
}
