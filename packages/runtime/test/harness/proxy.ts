import { type AddressInfo, type Socket, connect, createServer } from 'node:net';

/** A way to a database that can fail. */
export interface Proxy {
  /** Of the database, by this way. */
  readonly url: string;
  /** Closes all connections, and accepts none until it is mended. */
  cut(): void;
  /** Connections stay open but carry no data any more, as after a failover to another host at the same address. */
  silence(): void;
  /** New connections are opened, but then carry no answers: what a client sends still arrives. */
  swallowAnswers(): void;
  /** Accepts no connection any more; open ones stay open. */
  refuse(): void;
  mend(): void;
  /** New connections lead to another server, as after a change of a name or of a balancer; open ones stay. */
  lead(database: string): void;
  /** How many bytes clients have sent so far. */
  sent(): number;
  close(): Promise<void>;
}

export async function openProxy(database: string): Promise<Proxy> {
  let target = new URL(database);
  const pairs = new Set<readonly [Socket, Socket]>();
  let isCut = false;
  let swallows = false;
  let bytes = 0;
  const server = createServer((socket) => {
    if (isCut) return void socket.destroy();
    const upstream = connect(Number(target.port), target.hostname);
    for (const one of [socket, upstream]) one.on('error', () => undefined);
    pairs.add([socket, upstream]);
    socket.on('data', (chunk) => (bytes += chunk.length));
    socket.pipe(upstream);
    if (!swallows) return void upstream.pipe(socket);
    upstream.on('data', (chunk: Buffer) => {
      socket.write(chunk);
      // ReadyForQuery is the last message of the greeting: a letter, the length, and the state.
      if (chunk.at(-6) === 'Z'.charCodeAt(0)) upstream.removeAllListeners('data').resume();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(database);
  url.port = String((server.address() as AddressInfo).port);
  const end = () => {
    for (const pair of pairs) for (const socket of pair) socket.destroy();
    pairs.clear();
  };
  return {
    url: url.href,
    cut: () => {
      isCut = true;
      end();
    },
    silence: () => {
      for (const [socket, upstream] of pairs) {
        socket.unpipe(upstream);
        upstream.unpipe(socket);
        socket.pause();
        upstream.pause();
      }
    },
    swallowAnswers: () => void (swallows = true),
    refuse: () => void server.close(),
    mend: () => void ([isCut, swallows] = [false, false]),
    sent: () => bytes,
    lead: (other) => void (target = new URL(other)),
    close: async () => {
      end();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
