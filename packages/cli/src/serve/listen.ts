import { type App, createNodeServer } from '@content-gen/runtime/node';

import { ServeProblem } from './problem.js';

interface Listening {
  readonly url: string;
  close(): Promise<void>;
}

/** The time that running requests have to finish when the server stops. */
const PATIENCE_MS = 500;

export async function listen(app: App, { port, host }: { port: number; host: string }): Promise<Listening> {
  const server = createNodeServer(app.fetch);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explained(error, port, host)));
    server.listen(port, host, resolve);
  });
  const address = server.address();
  // Only a server on a Unix socket has a text as its address.
  const actual = typeof address === 'object' && address !== null ? address.port : port;

  return {
    url: `http://${nameOf(host)}:${actual}`,
    close: () =>
      new Promise((resolve) => {
        const impatience = setTimeout(() => server.closeAllConnections(), PATIENCE_MS);
        server.close(() => {
          clearTimeout(impatience);
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
}

function explained(error: NodeJS.ErrnoException, port: number, host: string): Error {
  const cause = { cause: error };
  if (error.code === 'EADDRINUSE')
    return new ServeProblem(`Another program uses port ${port}. Choose another port with --port.`, cause);
  if (error.code === 'EACCES')
    return new ServeProblem(`Port ${port} needs administrator rights. Choose a port above 1023 with --port.`, cause);
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return new ServeProblem(`This machine does not have the address ${host}. Choose another one with --host.`, cause);
  }
  return error;
}

/** A host name that a browser on this machine can open. */
function nameOf(host: string): string {
  if (host === '0.0.0.0' || host === '::' || host === '127.0.0.1') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
