import type { Caller, Content, Scope } from '../content/index.js';
import { callsOf } from './calls.js';

/** Makes the documents of a caller. */
export type OpenDocuments = (scope: Scope) => object;

/**
 * One property per content type. The properties are getters of a prototype that is made once per project, because every
 * request gets documents of its own, and most requests use no documents.
 */
export function compileDocuments(content: Content): OpenDocuments {
  class CallerDocuments {
    readonly #scope: Scope;

    constructor(scope: Scope) {
      this.#scope = scope;
    }

    static scopeOf(documents: CallerDocuments): Scope {
      return documents.#scope;
    }
  }
  for (const model of content.models.values()) {
    Object.defineProperty(CallerDocuments.prototype, codeName(model.single ? model.name : model.plural), {
      enumerable: true,
      get(this: CallerDocuments) {
        // Code gets documents in the form of the generated types, whatever format the request asks for.
        const { format: _format, ...scope } = CallerDocuments.scopeOf(this);
        return callsOf(scope, model);
      },
    });
  }
  return (scope) => new CallerDocuments(scope);
}

/** The caller of `asSystem`. */
export const SYSTEM: Caller = { kind: 'token', id: 'system', name: 'system', may: () => true };

/** `plain-items` → `plainItems`, as generated types spell it. */
function codeName(name: string): string {
  return name.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
