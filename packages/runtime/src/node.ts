import type { AddressInfo } from 'node:net';

import { createAdaptorServer } from '@hono/node-server';

import { type ContentDefinition, closeContents, databaseProblem } from './content.js';
import { type App, completeApp } from './http/complete.js';

export { closeContent } from './content.js';
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
  const server = createAdaptorServer({ fetch });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') giveUp(`Port ${port} is in use. PORT names another.`);
      reject(error);
    });
    server.listen(port, hostname, resolve);
  });

  let stopping: Promise<void> | undefined;
  const stop = () => (stopping ??= close(server, patienceMs).then(closeContents));
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

function close(server: ReturnType<typeof createAdaptorServer>, patienceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const impatience = setTimeout(() => 'closeAllConnections' in server && server.closeAllConnections(), patienceMs);
    server.close(() => {
      clearTimeout(impatience);
      resolve();
    });
    if ('closeIdleConnections' in server) server.closeIdleConnections();
  });
}
