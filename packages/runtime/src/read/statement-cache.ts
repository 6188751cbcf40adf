import type { BoundedCache } from '../content/bounded-cache.js';
import type { CachedStatement } from '../content/state.js';
import type { AnyModel } from '../model/model.js';

/** Longer query strings are too rare to be worth keeping. */
const MAX_TEXT = 2_000;
/** A short query string can lead to a long statement; clients rarely repeat those. */
const MAX_STATEMENT = 50_000;

/** A plan with its SQL. Clients repeat the same few query strings, and planning one costs as much as a small statement. */
export function cachedStatement<T extends CachedStatement>(
  cache: BoundedCache<CachedStatement>,
  model: AnyModel,
  operation: string,
  rights: string,
  text: string,
  make: () => T,
): T {
  if (text.length > MAX_TEXT) return make();
  const key = `${model.name} ${operation} ${rights} ${text}`;
  // The operation is part of the key, and all entries of an operation have one type.
  const known = cache.get(key) as T | undefined;
  if (known !== undefined) return known;
  const made = make();
  const { length } = made.statement.text;
  if (length <= MAX_STATEMENT) cache.set(key, made, length);
  return made;
}
