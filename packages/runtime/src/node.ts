import type { Server as HttpServer } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';

import { type ContentDefinition, closeContent, contentOf, databaseProblem } from './content/content.js';
import { warnOfMissingSettings } from './database/index.js';
import { type App, completeApp } from './http/complete.js';
import { Drain } from './http/server/drain.js';
import { createNodeServer } from './http/server/node-server.js';

export { closeContent } from './content/content.js';
export type { App } from './http/complete.js';
export { isHealthCheck } from './http/server/health-check.js';
export { createNodeServer } from './http/server/node-server.js';

export interface ServeOptions {
  /**
   * The project that the app serves. It answers `/_health`, `/uploads` and unknown paths if the app has no routes for
   * them, and its database is closed when the server stops.
   */
  readonly content?: ContentDefinition;
  /** By default `PORT`, otherwise 1337. */
  readonly port?: number;
  readonly hostname?: string;
  /**
   * How long a server that receives SIGTERM still serves all requests while `/_ready` is a 503, so that load balancers
   * send it no more of them; 5 seconds. A second signal ends this time.
   */
  readonly drainMs?: number;
  /** How long running requests may take when the server stops. */
  readonly patienceMs?: number;
  /**
   * The time in which a client has to send its headers, and in which its body must make progress; 40 seconds. A slower
   * client gets a 408, and its connection ends.
   */
  readonly slowMs?: number;
}

export interface Server {
  readonly url: string;
  /**
   * Serves for `drainMs` (by default 0) as a server that is not ready, stops listening, waits for running requests, and
   * closes the database of `content`. Without `content`, no database is closed.
   */
  stop(options?: { readonly drainMs?: number }): Promise<void>;
}

/**
 * Serves an app in production. SIGTERM and SIGINT end the process after the last answer was sent; see `drainMs`. A
 * missing database or a wrong port ends it at once, with a message of one line.
 */
export async function serve(app: App, options: ServeOptions = {}): Promise<Server> {
  const { port = Number(process.env['PORT'] || 1337), hostname = '0.0.0.0', patienceMs = 10_000 } = options;
  const { content } = options;
  const problem = content && databaseProblem(content);
  if (problem !== undefined) giveUp(problem);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) giveUp(`PORT is not a port: ${process.env['PORT']}`);
  const drain = new Drain(content === undefined ? app : completeApp(content, app));
  const server = createNodeServer(drain.fetch, options.slowMs);
  const sockets = connectionsOf(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') giveUp(`Port ${port} is in use. PORT names another.`);
      reject(error);
    });
    server.listen(port, hostname, resolve);
  });
  if (content !== undefined) void warnOfMissingSettings(contentOf(content).database);

  let stopping: Promise<void> | undefined;
  const end = async (drainMs: number) => {
    closeAfterAnswers(server);
    await drain.begin(drainMs);
    await close(server, sockets, patienceMs);
    if (content !== undefined) await closeContent(content);
    process.off('SIGTERM', onTerminate).off('SIGINT', onInterrupt);
  };
  const stop = ({ drainMs = 0 } = {}) => (stopping ??= end(drainMs));
  const exit = (drainMs: number) => {
    // A second signal ends the time that the first one began.
    drain.end();
    void stop({ drainMs }).then(() => process.exit(0));
  };
  const onTerminate = () => exit(options.drainMs ?? DRAIN_MS);
  // A person who presses Ctrl-C does not wait for a load balancer.
  const onInterrupt = () => exit(0);
  process.on('SIGTERM', onTerminate).on('SIGINT', onInterrupt);
  const address = server.address();
  const bound = typeof address === 'object' && address !== null ? address.port : port;
  return { url: `http://${hostname}:${bound}`, stop };
}

/** Ends the process without a stack trace, because the problem is in its environment. */
function giveUp(reason: string): never {
  console.error(reason);
  process.exit(1);
}

/** Longer than the interval of most health checks. */
const DRAIN_MS = 5_000;

/** Tells the client of each answer to close its connection, so that its next request finds another server. */
function closeAfterAnswers(server: HttpServer): void {
  server.prependListener('request', (_request, response) => void (response.shouldKeepAlive = false));
}

/** How long an idle connection stays open, because a request of its client may still be on its way. */
const IDLE_MS = 100;

/**
 * Closes every connection after its current answer. Clients with persistent connections, such as load balancers, may
 * send one more request; its answer tells them to close.
 */
function close(server: HttpServer, sockets: ReadonlySet<Socket>, patienceMs: number): Promise<void> {
  return new Promise((resolve) => {
    server.keepAliveTimeout = IDLE_MS;
    const closeIdle = () => {
      server.closeIdleConnections();
      // `closeIdleConnections` skips connections that have not sent anything yet.
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    };
    // A busy process first reads the requests that have arrived meanwhile, because Node runs timers before it reads.
    const idle = setTimeout(() => setImmediate(closeIdle), IDLE_MS);
    const impatience = setTimeout(() => server.closeAllConnections(), patienceMs);
    // The method of the HTTP server would close idle connections at once.
    NetServer.prototype.close.call(server, () => {
      clearTimeout(idle);
      clearTimeout(impatience);
      resolve();
    });
  });
}

/** The open connections of a server. */
function connectionsOf(server: HttpServer): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return sockets;
}
