import type { AnyModel } from '../model/model.js';
import { BoundedCache } from '../content/bounded-cache.js';

/** Longer query strings are too rare to be worth keeping. */
const MAX_TEXT = 2_000;
/** A short query string can be a long statement; those are not what clients repeat. */
const MAX_STATEMENT = 50_000;
const MAX_ENTRIES = 500;
/** Of all statements that are kept, in characters. */
const MAX_KEPT = 5_000_000;

/**
 * Plans and their SQL by what they depend on: the type, the rights of the caller and the query string. Clients send the
 * same few query strings over and over, and understanding one costs as much as a small statement.
 */
export class StatementCache {
  readonly #entries = new BoundedCache<unknown>(MAX_ENTRIES, MAX_KEPT / 2);

  get<T extends { readonly statement: { readonly text: string } }>(
    model: AnyModel,
    operation: string,
    rights: string,
    text: string,
    make: () => T,
  ): T {
    if (text.length > MAX_TEXT) return make();
    const key = `${model.name} ${operation} ${rights} ${text}`;
    const known = this.#entries.get(key) as T | undefined;
    if (known !== undefined) return known;
    const made = make();
    const { length } = made.statement.text;
    if (length <= MAX_STATEMENT) this.#entries.set(key, made, length);
    return made;
  }
}
