import type { Context } from 'hono';
import { matchedRoutes } from 'hono/route';

import type { Content } from '../../content/index.js';
import { type ObservedStatement, observeStatements } from '../../database/index.js';
import type { ContentEnv } from '../context.js';
import { errorStatus } from '../failures.js';
import { logSlow } from './slow-statement.js';
import { type RequestSpan, currentTracing } from './tracing.js';

type Answer = Response | void;

/** Whether the metrics, the log of slow statements, the client in development or a tracer want to know about requests. */
export function isWatched({ metrics, showsTiming, settings }: Content): boolean {
  const { slowStatementMs } = settings.observe ?? {};
  return metrics !== undefined || showsTiming || slowStatementMs !== undefined || currentTracing() !== undefined;
}

/** Handles a request, and tells all watchers about the request. */
export function watched(c: Context<ContentEnv>, content: Content, handle: () => Promise<Answer>): Promise<Answer> {
  return new WatchedRequest(c, content).handle(handle);
}

class WatchedRequest {
  readonly #context: Context<ContentEnv>;
  readonly #content: Content;
  readonly #startedAt = performance.now();
  readonly #statements = { count: 0, ms: 0 };
  #span: RequestSpan | undefined;

  constructor(context: Context<ContentEnv>, content: Content) {
    this.#context = context;
    this.#content = content;
  }

  async handle(handle: () => Promise<Answer>): Promise<Answer> {
    const { metrics } = this.#content;
    const { req } = this.#context;
    metrics?.begin();
    this.#span = (await currentTracing())?.begin({ method: req.method, path: req.path, headers: req.header() });
    const work = () => observeStatements((statement) => this.#note(statement), handle);
    try {
      const answer = await (this.#span === undefined ? work() : this.#span.run(work));
      this.#end((answer ?? this.#context.res).status);
      return answer;
    } catch (error) {
      this.#end(errorStatus(error, req.method));
      throw error;
    }
  }

  #note(statement: ObservedStatement): void {
    this.#statements.count++;
    this.#statements.ms += statement.ms;
    this.#content.metrics?.statement(statement);
    this.#span?.statement(statement);
    const { slowStatementMs = Infinity } = this.#content.settings.observe ?? {};
    if (statement.ms >= slowStatementMs) logSlow(this.#context, statement);
  }

  #end(status: number): void {
    const { method } = this.#context.req;
    const route = this.#route();
    const ms = performance.now() - this.#startedAt;
    const { metrics, showsTiming } = this.#content;
    // A request at another spelling of a path is counted once, with the route that answers it.
    if (this.#context.get('isReaddressed') === true) metrics?.drop();
    else metrics?.end({ method, route, status, ms });
    this.#span?.end({ method, route, status });
    // Answers before the routes, such as that of a preflight request, come without statements.
    if (showsTiming && this.#context.finalized) this.#context.header('Server-Timing', this.#timing(ms));
  }

  /** The pattern of the route that answers, so that there are as many names as routes. */
  #route(): string {
    return matchedRoutes(this.#context).findLast((route) => !route.path.endsWith('*'))?.path ?? 'none';
  }

  #timing(total: number): string {
    const { count, ms } = this.#statements;
    const noun = count === 1 ? 'statement' : 'statements';
    return `db;dur=${ms.toFixed(1)};desc="${count} ${noun}", total;dur=${total.toFixed(1)}`;
  }
}
