import { type AddressInfo, type Socket, connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A load balancer before some servers. */
export interface Balancer {
  readonly name: string;
  readonly url: string;
  /** Whether it sends new connections or requests to a server. */
  isUp(server: string): Promise<boolean>;
  close(): Promise<void>;
}

/** How often a balancer asks each server whether it is ready. */
export const CHECK_MS = 50;
/**
 * Checks in a row that fail until a server is down. A server gives one answer for half a second, which may be wrong because
 * the machine is busy; these checks take longer.
 */
export const FALL = 12;

/**
 * A plain balancer of connections: each new one leads to the next server that is ready. It knows nothing of requests, so
 * it never repeats one, and what a server does to a connection happens to the client.
 */
export async function openBalancer(servers: readonly string[]): Promise<Balancer> {
  const failures = new Map(servers.map((server) => [server, FALL]));
  const isUp = (server: string) => (failures.get(server) ?? FALL) < FALL;
  const sockets = new Set<Socket>();
  let turn = 0;
  const balancer = createServer((socket) => {
    const ready = servers.filter(isUp);
    const server = ready[turn++ % ready.length];
    if (server === undefined) return void socket.destroy();
    const upstream = connect(Number(new URL(server).port), '127.0.0.1');
    for (const [one, other] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy()).once('close', () => sockets.delete(one));
    }
    socket.pipe(upstream).pipe(socket);
  });
  await new Promise<void>((resolve) => balancer.listen(0, '127.0.0.1', resolve));

  const end = new AbortController();
  const checks = servers.map(async (server) => {
    while (!end.signal.aborted) {
      failures.set(server, (await isReady(server)) ? 0 : (failures.get(server) ?? 0) + 1);
      await sleep(CHECK_MS);
    }
  });
  return {
    name: 'a balancer of connections',
    url: `http://127.0.0.1:${(balancer.address() as AddressInfo).port}`,
    isUp: async (server) => isUp(server),
    close: async () => {
      end.abort();
      await Promise.all(checks);
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => balancer.close(resolve));
    },
  };
}

async function isReady(server: string): Promise<boolean> {
  return fetch(`${server}/_ready`, { headers: { connection: 'close' } }).then(
    (answer) => answer.ok,
    () => false,
  );
}
