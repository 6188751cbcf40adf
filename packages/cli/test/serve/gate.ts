/** A gate at which code of a served project waits for as long as a test likes: the code sends a request to it. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Gate {
  readonly url: string;
  /** Resolves when the first request has arrived. */
  readonly reached: Promise<unknown>;
  /** Answers every request, also later ones. */
  open(): void;
  close(): Promise<void>;
}

export async function startGate(): Promise<Gate> {
  let open = () => {};
  const isOpen = new Promise<void>((resolve) => (open = resolve));
  const server = createServer((_, response) => void isOpen.then(() => response.end('open')));
  const reached = once(server, 'request');
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    reached,
    open,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
