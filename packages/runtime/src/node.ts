import { type ContentDefinition, startProblem } from './content/content.js';
import type { App } from './http/complete.js';
import { copyProblem } from './http/routing/hono-copy.js';
import { RunningServer, type RunningServerOptions } from './http/server/running-server.js';
import { countOf, isOwnWorker } from './http/workers/count.js';
import { Primary } from './http/workers/primary.js';
import { obeyPrimary } from './http/workers/worker.js';

export { closeContent } from './content/content.js';
export type { App } from './http/complete.js';
export { isHealthCheck } from './http/server/health-check.js';
export { createNodeServer } from './http/server/node-server.js';

/** How a server listens, and how long it waits. */
export interface ServeOptions {
  /**
   * The project that the app serves. The project answers `/_health`, `/uploads` and unknown paths if the app has no
   * routes for them, and its database is closed when the server stops.
   */
  readonly content?: ContentDefinition;
  /** By default `PORT`, otherwise 1337. */
  readonly port?: number;
  readonly hostname?: string;
  /**
   * The number of processes that serve at one address, or `auto` for one per core. Without it, this process serves. With
   * it, this process starts the others, and the code after `await serve(…)` runs in this process only.
   */
  readonly workers?: number | 'auto';
  /**
   * How long a server that receives SIGTERM still serves all requests while `/_ready` is a 503, so that load balancers
   * send the server no more requests; 5 seconds. A second signal ends this time.
   */
  readonly drainMs?: number;
  /**
   * A worker whose event loop is blocked for so long is killed and replaced; 30 seconds. `false`: never, as for a debugger
   * that stops a worker.
   */
  readonly blockedMs?: number | false;
  /** How long running requests may take when the server stops. */
  readonly patienceMs?: number;
  /**
   * The time in which a client has to send its headers, and in which its body must make progress; 40 seconds. A slower
   * client gets a 408, and its connection ends.
   */
  readonly slowMs?: number;
  /**
   * How long a connection without a request stays open; 75 seconds. This time must be longer than a load balancer keeps
   * a connection, because a request that meets the end of its connection is lost.
   */
  readonly idleMs?: number;
}

/** A server that listens. */
export interface Server {
  readonly url: string;
  /**
   * Serves for `drainMs` (by default 0) as a server that is not ready, stops listening, waits for running requests, and
   * closes the database of `content`. Without `content`, no database is closed.
   */
  stop(options?: { readonly drainMs?: number }): Promise<void>;
}

/** Longer than the interval of most health checks. */
const DRAIN_MS = 5_000;
/** Longer than any work that a request should do without a pause. */
const BLOCKED_MS = 30_000;

/**
 * Serves an app in production. SIGTERM and SIGINT end the process after the last answer was sent; see `drainMs`. A
 * missing database or a wrong port ends the process at once, with a message of one line. With `workers`, SIGHUP
 * replaces the processes one by one.
 */
export async function serve(app: App, options: ServeOptions = {}): Promise<Server> {
  const { port = Number(process.env['PORT'] || 1337), hostname = '0.0.0.0', patienceMs = 10_000 } = options;
  const { content, workers, drainMs = DRAIN_MS, blockedMs = BLOCKED_MS, slowMs, idleMs } = options;
  const problem = copyProblem(app) ?? (content && startProblem(content));
  if (problem !== undefined) giveUp(problem);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) giveUp(`PORT is not a port: ${process.env['PORT']}`);
  if (isOwnWorker()) {
    obeyPrimary(await listen(app, { content, port, hostname, patienceMs, slowMs, idleMs }), content);
    // The rest of the program is for the process that started this worker.
    return new Promise(() => undefined);
  }
  const count = countOf(workers);
  const server =
    count === undefined
      ? await listen(app, { content, port, hostname, patienceMs, slowMs, idleMs })
      : new Primary({ count, hostname, drainMs, patienceMs, blockedMs });
  const forget = endOnSignals(server, drainMs);
  if (server instanceof Primary) {
    process.on('SIGHUP', () => server.restart());
    await server.start();
  }
  return { url: server.url, stop: ({ drainMs: ms = 0 } = {}) => server.stop(ms).finally(forget) };
}

async function listen(app: App, options: RunningServerOptions): Promise<RunningServer> {
  try {
    return await RunningServer.listen(app, options);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
      giveUp(`Port ${options.port} is in use. PORT names another.`);
    throw error;
  }
}

/** Returns a function that leaves signals to others again. */
function endOnSignals(server: RunningServer | Primary, drainMs: number): () => void {
  const exit = (ms: number) => {
    // A second signal ends the time that the first signal began.
    server.hurry();
    void server.stop(ms).then(() => process.exit(0));
  };
  const onTerminate = () => exit(drainMs);
  // A person who presses Ctrl-C does not wait for a load balancer.
  const onInterrupt = () => exit(0);
  process.on('SIGTERM', onTerminate).on('SIGINT', onInterrupt);
  return () => void process.off('SIGTERM', onTerminate).off('SIGINT', onInterrupt);
}

/** Ends the process without a stack trace, because the problem is in its environment. */
function giveUp(reason: string): never {
  console.error(reason);
  process.exit(1);
}
