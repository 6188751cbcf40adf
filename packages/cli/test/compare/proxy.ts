/** A server in front of another one that changes its answers. */
import { once } from 'node:events';
import { type IncomingMessage, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ProxiedAnswer {
  status: number;
  type: string;
  headers: Record<string, string>;
  /** JSON, or a text. */
  body: unknown;
}

/** Changes an answer, or leaves it as it is. */
export type Change = (answer: ProxiedAnswer, url: URL) => unknown;

export interface Proxy {
  readonly url: string;
  /** Every request so far: `GET /api/articles`. */
  readonly requests: readonly string[];
  readonly lastHeaders: () => IncomingMessage['headers'];
  change: (change: Change) => void;
  close(): Promise<void>;
}

export async function startProxy(target: string): Promise<Proxy> {
  const requests: string[] = [];
  let change: Change = () => undefined;
  let lastHeaders: IncomingMessage['headers'] = {};
  const server = createServer(async (request, response) => {
    requests.push(`${request.method} ${request.url}`);
    lastHeaders = request.headers;
    const { authorization } = request.headers;
    const headers = authorization === undefined ? {} : { authorization };
    const answer = await fetch(target + request.url, { method: request.method ?? 'GET', headers });
    const text = await answer.text();
    const type = answer.headers.get('content-type') ?? '';
    const body: unknown = type.includes('json') && text !== '' ? JSON.parse(text) : text;
    const changed: ProxiedAnswer = { status: answer.status, type, headers: {}, body };
    change(changed, new URL(request.url ?? '/', target));
    response.writeHead(changed.status, { 'content-type': changed.type, ...changed.headers });
    response.end(typeof changed.body === 'string' ? changed.body : JSON.stringify(changed.body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    lastHeaders: () => lastHeaders,
    change: (next) => void (change = next),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
