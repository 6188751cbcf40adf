import type { App } from '@content-gen/runtime/node';

import { shownTarget } from './shown-target.js';
import type { ObservedStatement, RuntimeInspector } from './project.js';

/** A request that was answered: without bodies and without secrets. */
export interface LoggedRequest {
  /** Counts from 1 since the start of the server. */
  readonly id: number;
  /** When the request arrived, in ISO 8601. */
  readonly at: string;
  readonly method: string;
  /** The path and the query, with secrets replaced. */
  readonly target: string;
  /** How the caller named itself. */
  readonly caller: 'public' | 'token' | 'session';
  /** Whether a page of the studio sent the request. */
  readonly isStudio: boolean;
  readonly status: number;
  readonly ms: number;
  /** The statements of the request, in the order in which they ended. */
  readonly statements: readonly ObservedStatement[];
}

/** The last requests, oldest first, and those that follow. */
export interface RequestLog {
  /** The app, with each of its requests in the log. */
  readonly app: App;
  entries(): readonly LoggedRequest[];
  /** Calls back for each further request, until the returned function is called. */
  listen(report: (entry: LoggedRequest) => void): () => void;
}

const KEPT = 300;
const MAX_STATEMENTS = 50;
const MAX_STATEMENT_LENGTH = 20_000;

interface LogOptions {
  readonly inspector: () => Pick<RuntimeInspector, 'observeStatements'>;
  /** Whether a path is left out, because it belongs to the studio itself. */
  readonly isOwn: (path: string) => boolean;
}

export function createRequestLog(app: App, { inspector, isOwn }: LogOptions): RequestLog {
  const entries: LoggedRequest[] = [];
  const listeners = new Set<(entry: LoggedRequest) => void>();
  let count = 0;
  const add = (entry: Omit<LoggedRequest, 'id'>) => {
    const logged = { id: ++count, ...entry };
    entries.push(logged);
    if (entries.length > KEPT) entries.shift();
    for (const report of listeners) report(logged);
  };
  return {
    app: {
      fetch: async (request, env) => {
        const url = new URL(request.url);
        if (isOwn(url.pathname)) return app.fetch(request, env);
        const [at, startedAt] = [new Date().toISOString(), performance.now()];
        const statements: ObservedStatement[] = [];
        const answer = await inspector().observeStatements(
          (statement) => void (statements.length < MAX_STATEMENTS && statements.push(shortened(statement))),
          async () => app.fetch(request, env),
        );
        const ms = performance.now() - startedAt;
        const { method, headers } = request;
        const caller = callerOf(headers.get('authorization'));
        const { status } = answer;
        const isStudio = isPathOf(headers.get('referer'), isOwn);
        add({ at, method, target: shownTarget(url), caller, isStudio, status, ms, statements: [...statements] });
        return answer;
      },
    },
    entries: () => [...entries],
    listen: (report) => {
      listeners.add(report);
      return () => void listeners.delete(report);
    },
  };
}

function isPathOf(address: string | null, isOwn: (path: string) => boolean): boolean {
  return address !== null && URL.canParse(address) && isOwn(new URL(address).pathname);
}

function shortened(statement: ObservedStatement): ObservedStatement {
  const { text } = statement;
  if (text.length <= MAX_STATEMENT_LENGTH) return statement;
  return { ...statement, text: `${text.slice(0, MAX_STATEMENT_LENGTH)}…` };
}

function callerOf(authorization: string | null): LoggedRequest['caller'] {
  const [, token] = /^bearer\s+(\S+)\s*$/i.exec(authorization ?? '') ?? [];
  if (token === undefined) return 'public';
  // A session token is a JWT, which has three parts.
  return token.split('.').length === 3 ? 'session' : 'token';
}
