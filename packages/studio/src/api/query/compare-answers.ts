/** The places where two answers differ. */
interface AnswerDifference {
  /** `data[0].secret` */
  readonly path: string;
  readonly kind: 'only left' | 'only right' | 'different';
}

const MAX_DIFFERENCES = 200;

/**
 * Compares two JSON values. Documents of lists are compared by their `documentId`, so that a missing document is one
 * line.
 */
export function compareAnswers(left: unknown, right: unknown): readonly AnswerDifference[] {
  return [...differences('', left, right)].slice(0, MAX_DIFFERENCES);
}

function* differences(path: string, left: unknown, right: unknown): Generator<AnswerDifference> {
  if (Object.is(left, right)) return;
  if (Array.isArray(left) && Array.isArray(right)) return yield* between(path, entriesOf(left), entriesOf(right));
  if (isObject(left) && isObject(right)) {
    return yield* between(path, new Map(Object.entries(left)), new Map(Object.entries(right)));
  }
  yield { path, kind: 'different' };
}

function* between(
  path: string,
  left: ReadonlyMap<string, unknown>,
  right: ReadonlyMap<string, unknown>,
): Generator<AnswerDifference> {
  for (const key of new Set([...left.keys(), ...right.keys()])) {
    const at = key.startsWith('[') ? `${path}${key}` : `${path}${path === '' ? '' : '.'}${key}`;
    if (!right.has(key)) yield { path: at, kind: 'only left' };
    else if (!left.has(key)) yield { path: at, kind: 'only right' };
    else yield* differences(at, left.get(key), right.get(key));
  }
}

function entriesOf(list: readonly unknown[]): ReadonlyMap<string, unknown> {
  const entries = list.map((item, index): [string, unknown] => {
    const id = isObject(item) && 'documentId' in item ? item['documentId'] : undefined;
    const locale = isObject(item) && typeof item['locale'] === 'string' ? ` ${item['locale']}` : '';
    return [typeof id === 'string' ? `[${id}${locale}]` : `[${index}]`, item];
  });
  // Entries with one key twice are compared by their places.
  const named = new Map(entries);
  return named.size === list.length ? named : new Map(list.map((item, index) => [`[${index}]`, item]));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
