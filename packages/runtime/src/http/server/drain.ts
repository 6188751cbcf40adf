import type { App } from '../complete.js';
import { READY } from './health-check.js';
import { notReady } from '../routes/health.js';

/** An app whose server will stop: it still answers everything, but says that it is not ready. */
export class Drain implements App {
  readonly #app: App;
  #end: (() => void) | undefined;

  constructor(app: App) {
    this.#app = app;
  }

  readonly fetch: App['fetch'] = (request, env) =>
    this.isBegun && new URL(request.url).pathname === READY ? stopping() : this.#app.fetch(request, env);

  get isBegun(): boolean {
    return this.#end !== undefined;
  }

  begin(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#end = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  end(): void {
    this.#end?.();
  }
}

function stopping(): Response {
  const { status, name, message } = notReady([]);
  const headers = { 'retry-after': '1', 'x-content-type-options': 'nosniff' };
  return Response.json({ data: null, error: { status, name, message } }, { status, headers });
}
