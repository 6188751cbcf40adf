import type { Server as HttpServer } from 'node:http';
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net';

import { createAdaptorServer } from '@hono/node-server';

import { type ContentDefinition, closeContents, databaseProblem } from './content/content.js';
import { type App, completeApp } from './http/complete.js';

export { closeContent } from './content/content.js';
export type { App } from './http/complete.js';

export interface ServeOptions {
  /** The project, for what the app has no routes of its own: `/_health`, `/uploads`, and JSON for other paths. */
  readonly content?: ContentDefinition;
  /** By default `PORT`, else 1337. */
  readonly port?: number;
  readonly hostname?: string;
  /** How long requests under way may take to end when the process is asked to stop. */
  readonly patienceMs?: number;
}

export interface Server {
  readonly url: string;
  /** Stops listening, lets requests under way end, and closes the database. */
  stop(): Promise<void>;
}

/**
 * Serves an app in production. SIGTERM and SIGINT end the process after the last answer has gone out. What the
 * environment lacks ends it before it has begun, in one line.
 */
export async function serve(app: App, options: ServeOptions = {}): Promise<Server> {
  const { port = Number(process.env['PORT'] || 1337), hostname = '0.0.0.0', patienceMs = 10_000 } = options;
  const missing = options.content === undefined ? undefined : databaseProblem(options.content);
  if (missing !== undefined) giveUp(missing);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) giveUp(`PORT is not a port: ${process.env['PORT']}`);
  const { fetch } = options.content === undefined ? app : completeApp(options.content, app);
  // It is one of HTTP 1 unless told otherwise.
  const server = createAdaptorServer({ fetch }) as HttpServer;
  const sockets = connectionsOf(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') giveUp(`Port ${port} is in use. PORT names another.`);
      reject(error);
    });
    server.listen(port, hostname, resolve);
  });

  let stopping: Promise<void> | undefined;
  const stop = () => (stopping ??= close(server, sockets, patienceMs).then(closeContents));
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => void stop().then(() => process.exit(0)));
  }
  return { url: `http://${hostname}:${(server.address() as AddressInfo).port}`, stop };
}

/** Gives up. Whoever started the process can mend this, and a trace would not help with it. */
function giveUp(reason: string): never {
  console.error(reason);
  process.exit(1);
}

/** How long a connection may be without a request: its client may have sent one that is still on its way. */
const IDLE_MS = 100;

/**
 * Ends every connection after the answer that is due on it. Clients such as load balancers keep theirs alive and go on
 * sending requests; they are answered, and told to close.
 */
function close(server: HttpServer, sockets: ReadonlySet<Socket>, patienceMs: number): Promise<void> {
  return new Promise((resolve) => {
    server.prependListener('request', (_request, response) => void (response.shouldKeepAlive = false));
    server.keepAliveTimeout = IDLE_MS;
    const idle = setTimeout(() => {
      server.closeIdleConnections();
      // On these nothing has been said yet.
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    }, IDLE_MS);
    const impatience = setTimeout(() => server.closeAllConnections(), patienceMs);
    // The server's own way to close would cut connections right away that happen to be idle.
    NetServer.prototype.close.call(server, () => {
      clearTimeout(idle);
      clearTimeout(impatience);
      resolve();
    });
  });
}

/** The connections of a server. */
function connectionsOf(server: HttpServer): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return sockets;
}
