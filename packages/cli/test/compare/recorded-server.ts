/** A server that answers requests as Strapi did when they were recorded. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Recorded {
  readonly path: string;
  readonly status: number;
  readonly body: unknown;
}

export interface RecordedServer {
  readonly url: string;
  /** The paths of all requests, a line each, as `--requests` reads them. */
  readonly list: string;
  /** Replaces the answer to a request. */
  answer(path: string, body: unknown): void;
  close(): Promise<void>;
}

export async function startRecordedServer(recorded: readonly Recorded[]): Promise<RecordedServer> {
  const answers = new Map(recorded.map((one) => [decodeURIComponent(one.path), one]));
  const server = createServer((request, response) => {
    const found = answers.get(decodeURIComponent(request.url ?? ''));
    response.writeHead(found?.status ?? 501, { 'content-type': 'application/json' });
    response.end(JSON.stringify(found?.body ?? { error: `${request.url} was not recorded` }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    list: recorded.map(({ path }) => path.replaceAll(' ', '%20')).join('\n'),
    answer: (path, body) => void answers.set(decodeURIComponent(path), { path, status: 200, body }),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
