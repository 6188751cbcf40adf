import type { BoundedCache, CachedStatement } from '../content/index.js';

/** Longer query strings are too rare to be worth keeping. */
const MAX_TEXT = 2_000;
/** A short query string can lead to a long statement; clients rarely repeat such a query string. */
const MAX_STATEMENT = 50_000;

/** Everything that a plan of a read depends on. */
export interface StatementKey {
  /** The name of a content type of the project. */
  readonly type: string;
  /** Decides the type of the entry. */
  readonly operation: string;
  /** The rights of the caller. */
  readonly rights: string;
  /** The query string, or the tree of a query object. */
  readonly text: string;
}

/**
 * A plan with its SQL. Clients repeat the same few query strings, and planning a query costs as much as a small
 * statement.
 */
export function cachedStatement<T extends CachedStatement>(
  cache: BoundedCache<CachedStatement>,
  { type, operation, rights, text }: StatementKey,
  make: () => T,
): T & Pick<CachedStatement, 'key'> {
  if (text.length > MAX_TEXT) return make();
  // The length keeps apart rights and query strings that are the same when joined.
  const key = `${type} ${operation} ${rights.length} ${rights} ${text}`;
  // The operation is part of the key, and all entries of an operation have one type.
  const known = cache.get(key) as T | undefined;
  if (known !== undefined) return known;
  const made = make();
  const { length } = made.statement.text;
  if (length > MAX_STATEMENT) return made;
  const named = { ...made, key };
  cache.set(key, named, key.length + length);
  return named;
}
