import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';

import { createAdaptorServer } from '@hono/node-server';

import type { App } from '../complete.js';
import { isHealthCheck } from './health-check.js';

/** The time in which a client has to send its headers, and in which its body must make progress. */
const SLOW_REQUEST_MS = 40_000;

/** Longer than the 60 seconds for which most load balancers keep a connection without a request. */
const IDLE_MS = 75_000;

/** A body that arrives more slowly, on average over `slowMs`, ends the connection: about 1 kB per second. */
const MIN_BYTES_PER_MS = 1;

/** In milliseconds; see `ServeOptions`. */
interface ConnectionLimits {
  readonly slowMs?: number | undefined;
  readonly idleMs?: number | undefined;
}

/**
 * A server of `node:http` that ends connections whose requests arrive too slowly, because such a request costs the
 * server more than the client. A large upload may take longer, as long as the upload makes progress.
 */
export function createNodeServer(fetch: App['fetch'], limits: ConnectionLimits = {}): Server {
  const { slowMs = SLOW_REQUEST_MS, idleMs = IDLE_MS } = limits;
  const checkingMs = Math.ceil(slowMs / 4);
  const serverOptions = {
    headersTimeout: slowMs,
    connectionsCheckingInterval: checkingMs,
    keepAliveTimeout: idleMs,
    requireHostHeader: false,
  };
  // The adaptor makes the server with `createServer`.
  const server = createAdaptorServer({ fetch, createServer, serverOptions }) as Server;
  server.prependListener('request', nameHost);
  const bodies = new Map<IncomingMessage, Progress>();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!hasBody(request)) return;
    const forget = () => bodies.delete(request);
    request.once('end', forget).once('close', forget);
    bodies.set(request, { response, since: Date.now(), bytes: request.socket.bytesRead });
  });
  const timer = setInterval(() => endSlow(bodies, slowMs), checkingMs).unref();
  server.once('close', () => clearInterval(timer));
  return server;
}

/** A health check of a load balancer may name no host. Any other request must; the adaptor answers with a 400. */
function nameHost({ headers, url = '' }: IncomingMessage): void {
  if (headers.host === undefined && isHealthCheck(url.split('?', 1)[0] ?? '')) headers.host = 'localhost';
}

/** How much of a body had arrived at a time. */
interface Progress {
  readonly response: ServerResponse;
  readonly since: number;
  /** Of the connection. */
  readonly bytes: number;
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function endSlow(bodies: Map<IncomingMessage, Progress>, slowMs: number): void {
  const now = Date.now();
  for (const [request, { response, since, bytes }] of bodies) {
    if (now - since < slowMs) continue;
    const { socket } = request;
    const isSlow = socket.bytesRead - bytes < (now - since) * MIN_BYTES_PER_MS;
    // If bytes wait to be read, or no bytes are missing, the server is slow and not the client.
    if (!isSlow || request.complete || request.readableLength > 0) {
      bodies.set(request, { response, since: now, bytes: socket.bytesRead });
      continue;
    }
    bodies.delete(request);
    if (!response.headersSent) socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n');
    socket.destroySoon();
  }
}
