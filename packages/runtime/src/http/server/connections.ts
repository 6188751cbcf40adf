import type { Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';

/** How long an idle connection stays open, because a request of its client may still be on its way. */
const IDLE_MS = 100;

/** The connections of a server, and the ways to end them. */
export class Connections {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #closed: Promise<void> | undefined;

  constructor(server: Server) {
    this.#server = server;
    server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
  }

  /** Tells the client of each answer to close its connection, so that its next request finds another server. */
  closeAfterAnswers(): void {
    this.#server.prependListener('request', (_request, response) => void (response.shouldKeepAlive = false));
  }

  /** Accepts no more connections. Resolves when the last one has ended. */
  refuse(): Promise<void> {
    // The method of the HTTP server would close idle connections at once.
    return (this.#closed ??= new Promise((resolve) => NetServer.prototype.close.call(this.#server, () => resolve())));
  }

  /**
   * Closes every connection after its current answer. Clients with persistent connections, such as load balancers, may
   * send one more request; its answer tells them to close.
   */
  async close(patienceMs: number): Promise<void> {
    this.#server.keepAliveTimeout = IDLE_MS;
    const closeIdle = () => {
      this.#server.closeIdleConnections();
      // `closeIdleConnections` skips connections that have not sent anything yet.
      for (const socket of this.#sockets) if (socket.bytesRead === 0) socket.destroy();
    };
    // A busy process first reads the requests that have arrived meanwhile, because Node runs timers before it reads.
    const idle = setTimeout(() => setImmediate(closeIdle), IDLE_MS);
    const impatience = setTimeout(() => this.#server.closeAllConnections(), patienceMs);
    await this.refuse();
    clearTimeout(idle);
    clearTimeout(impatience);
  }
}
