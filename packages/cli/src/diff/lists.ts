/** A thing before and after a change. */
export interface Pair<T> {
  readonly before: T;
  readonly now: T;
}

interface ListDifference<T> {
  readonly added: readonly T[];
  readonly removed: readonly T[];
  readonly kept: readonly Pair<T>[];
}

interface Renameable {
  readonly name: string;
  readonly renamedFrom?: string;
}

/** Compares two lists by a key of their items. */
export function compareLists<T>(
  before: readonly T[],
  now: readonly T[],
  keyOf: (item: T) => string,
): ListDifference<T> {
  const former = new Map(before.map((item) => [keyOf(item), item]));
  const keys = new Set(now.map(keyOf));
  return {
    added: now.filter((item) => !former.has(keyOf(item))),
    removed: before.filter((item) => !keys.has(keyOf(item))),
    kept: now.flatMap((item) => {
      const found = former.get(keyOf(item));
      return found === undefined ? [] : [{ before: found, now: item }];
    }),
  };
}

/** Compares two lists by name. An item with `renamedFrom` is its old self, if the old name is gone. */
export function compareNamed<T extends Renameable>(before: readonly T[], now: readonly T[]): ListDifference<T> {
  const names = new Set(now.map(({ name }) => name));
  const former = new Set(before.map(({ name }) => name));
  const keyOf = ({ name, renamedFrom }: T) =>
    renamedFrom !== undefined && !former.has(name) && former.has(renamedFrom) && !names.has(renamedFrom)
      ? renamedFrom
      : name;
  return compareLists(before, now, keyOf);
}

/** The words that one list has and the other has not. */
export function wordsWithout(words: readonly string[], others: readonly string[]): readonly string[] {
  return words.filter((word) => !others.includes(word));
}

/** `"calm", "urgent"` */
export function inQuotes(words: readonly string[]): string {
  return words.map((word) => JSON.stringify(word)).join(', ');
}
