import { writeLog } from '../../errors/index.js';
import type { Attributes, Context as ActiveContext, Span, Tracer } from '@opentelemetry/api';

import type { ObservedStatement } from '../../database/index.js';

type Api = typeof import('@opentelemetry/api');

/** Where version 1 of the API keeps what a program has registered. */
const REGISTERED = Symbol.for('opentelemetry.js.api.1');

const TRACER = '@content-gen/runtime';

let loading: Promise<Tracing | undefined> | undefined;

/** Makes spans; `undefined` unless the program has registered a provider of tracers. Nothing is loaded before that. */
export function currentTracing(): Promise<Tracing | undefined> | undefined {
  const registered: unknown = Reflect.get(globalThis, REGISTERED);
  const hasProvider = typeof registered === 'object' && registered !== null && 'trace' in registered;
  return hasProvider ? (loading ??= load()) : undefined;
}

async function load(): Promise<Tracing | undefined> {
  try {
    return new Tracing(await import('@opentelemetry/api'));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const message = `A provider of OpenTelemetry is registered, but its API cannot be loaded: ${reason}`;
    writeLog({ level: 'error', message });
    return undefined;
  }
}

interface TracedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

class Tracing {
  readonly #api: Api;
  readonly #tracer: Tracer;

  constructor(api: Api) {
    this.#api = api;
    this.#tracer = api.trace.getTracer(TRACER);
  }

  /**
   * Begins the span of a request: inside the span of the HTTP server if the HTTP server is traced, too; otherwise in
   * the place of that span.
   */
  begin({ method, path, headers }: TracedRequest): RequestSpan {
    const { context, propagation, trace, SpanKind } = this.#api;
    const active = context.active();
    const isInside = trace.getSpan(active) !== undefined;
    const parent = isInside ? active : propagation.extract(active, headers);
    const kind = isInside ? SpanKind.INTERNAL : SpanKind.SERVER;
    const attributes = { 'http.request.method': method, 'url.path': path };
    const span = this.#tracer.startSpan(method, { kind, attributes }, parent);
    return new RequestSpan(this.#api, this.#tracer, span, trace.setSpan(parent, span));
  }
}

export class RequestSpan {
  readonly #api: Api;
  readonly #tracer: Tracer;
  readonly #span: Span;
  readonly #context: ActiveContext;

  constructor(api: Api, tracer: Tracer, span: Span, context: ActiveContext) {
    this.#api = api;
    this.#tracer = tracer;
    this.#span = span;
    this.#context = context;
  }

  /** Spans that the work makes are inside of this span. */
  run<T>(work: () => T): T {
    return this.#api.context.with(this.#context, work);
  }

  /** A span for a statement that has ended. */
  statement({ text, ms, failed }: ObservedStatement): void {
    if (!this.#span.isRecording()) return;
    const { SpanKind, SpanStatusCode } = this.#api;
    const endTime = Date.now();
    const operation = /^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'STATEMENT';
    const attributes: Attributes = {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      'db.query.text': text,
    };
    const options = { kind: SpanKind.CLIENT, attributes, startTime: endTime - ms };
    const span = this.#tracer.startSpan(operation, options, this.#context);
    if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end(endTime);
  }

  end({ method, route, status }: { readonly method: string; readonly route: string; readonly status: number }): void {
    this.#span.updateName(`${method} ${route}`);
    this.#span.setAttributes({ 'http.route': route, 'http.response.status_code': status });
    if (status >= 500) this.#span.setStatus({ code: this.#api.SpanStatusCode.ERROR });
    this.#span.end();
  }
}
