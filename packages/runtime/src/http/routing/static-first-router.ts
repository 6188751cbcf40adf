import type { Result, Router } from 'hono/router';
import { RegExpRouter } from 'hono/router/reg-exp-router';
import { SmartRouter } from 'hono/router/smart-router';
import { TrieRouter } from 'hono/router/trie-router';

/**
 * Finds the same routes as the router of Hono, and faster. Hono's router compiles all routes to one expression, unless
 * a static path such as `/articles/actions/bulk` stands beside a parameter such as
 * `/articles/:documentId/actions/:action`: then Hono's router walks a tree on every request. Here, static paths are
 * found by their name, and all other paths are compiled.
 */
export class StaticFirstRouter<T> implements Router<T> {
  readonly name = 'StaticFirstRouter';
  readonly #all = new TrieRouter<T>();
  readonly #others = new SmartRouter<T>({ routers: [new RegExpRouter<T>(), new TrieRouter<T>()] });
  readonly #statics = new Map<string, Map<string, Result<T>>>();

  add(method: string, path: string, handler: T): void {
    this.#all.add(method, path, handler);
    if (isStatic(path)) this.#statics.set(path, new Map());
    else this.#others.add(method, path, handler);
  }

  match(method: string, path: string): Result<T> {
    const found = this.#statics.get(path);
    return found === undefined ? this.#others.match(method, path) : this.#matchStatic(found, method, path);
  }

  #matchStatic(found: Map<string, Result<T>>, method: string, path: string): Result<T> {
    const known = found.get(method);
    if (known !== undefined) return known;
    const result = this.#all.match(method, path);
    found.set(method, result);
    return result;
  }
}

function isStatic(path: string): boolean {
  return !/[:*?]/.test(path);
}
