import { errorBody } from '../../errors/index.js';
import type { App } from '../complete.js';
import { READY } from './health-check.js';
import { notReady } from '../routes/health.js';

/** An app whose server will stop: the app still answers everything, and may say that the server is not ready. */
export class Drain implements App {
  readonly #app: App;
  #isReady = true;
  #end: (() => void) | undefined;

  constructor(app: App) {
    this.#app = app;
  }

  readonly fetch: App['fetch'] = (request, env) =>
    !this.#isReady && new URL(request.url).pathname === READY ? stopping() : this.#app.fetch(request, env);

  /** From now on `/_ready` is a 503. */
  refuse(): void {
    this.#isReady = false;
  }

  wait(ms: number): Promise<void> {
    // A timer would let one more connection in.
    if (ms <= 0) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#end = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Ends the wait, if somebody waits. */
  end(): void {
    this.#end?.();
  }
}

/** Everybody may know the reason, which says nothing about the database. */
function stopping(): Response {
  const error = notReady({ reasons: ['The server stops'] });
  const headers = { 'retry-after': '1', 'x-content-type-options': 'nosniff' };
  return Response.json({ data: null, error: errorBody(error) }, { status: error.status, headers });
}
