import type { Content, Scope } from '../content/index.js';
import { ClientDatabase, clientGone, codeOf } from '../database/index.js';
import { ContentError } from '../errors/index.js';

/** Less than writers wait for the locks of others, so that waiting writers outlast a bulk. */
const TIMEOUT_MS = 8_000;

/** PostgreSQL and the pool: a statement was cancelled. */
const QUERY_CANCELED = '57014';

/** How long a bulk request may take, the work of hooks included. */
export class Deadline {
  readonly #content: Content;
  readonly #timeoutMs: number;
  readonly #startedAt = performance.now();

  /** `isLimited`: code may take as long as it likes. */
  constructor({ content }: Scope, isLimited: boolean) {
    this.#content = content;
    this.#timeoutMs = isLimited ? (content.settings.api.rest.bulkTimeoutMs ?? TIMEOUT_MS) : Infinity;
  }

  /** Refuses to go on if the time is over, or the client has gone. */
  check(): void {
    if (this.#content.client?.isGone() === true) throw clientGone();
    if (this.#isOver()) throw this.#tookTooLong();
  }

  /** The scope for a transaction that has no more time than the bulk. */
  limited(scope: Scope): Scope {
    if (this.#timeoutMs === Infinity) return scope;
    const database = ClientDatabase.within(scope.content.database, this.#leftMs());
    return { ...scope, content: { ...scope.content, database } };
  }

  /** The error of a transaction; if the deadline cancelled the transaction, the error says so. */
  explain(error: unknown): unknown {
    return codeOf(error) === QUERY_CANCELED && this.#isOver() ? this.#tookTooLong() : error;
  }

  #leftMs(): number {
    return this.#startedAt + this.#timeoutMs - performance.now();
  }

  #isOver(): boolean {
    return this.#leftMs() <= 0;
  }

  #tookTooLong(): ContentError {
    const message = `The bulk request took longer than ${this.#timeoutMs} ms (api.rest.bulkTimeoutMs); send fewer items`;
    return new ContentError(503, 'ServiceUnavailableError', message, {});
  }
}
