/** Clients connect all the time while the only worker closes its server. Prints how many of them wait for ever. */
import cluster from 'node:cluster';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';

import { closeUntaken } from '../../src/http/workers/untaken-connection.js';

if (cluster.isPrimary) {
  const worker = cluster.fork();
  closeUntaken(worker, () => true);
  const [{ port }] = (await once(worker, 'listening')) as [AddressInfo];
  const open = new Set<Promise<boolean>>();
  /** Resolves with whether the connection was refused, when it has ended. */
  const ask = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () =>
        socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'),
      );
      let isRefused = false;
      socket.on('error', (error: NodeJS.ErrnoException) => (isRefused = error.code === 'ECONNREFUSED'));
      socket.on('close', () => resolve(isRefused)).resume();
    });
  for (let isRefused = false, asked = 0; !isRefused; asked++) {
    // The worker closes its server while connections are on their way to it.
    if (asked === 20) worker.send('close');
    const batch = Array.from({ length: 20 }, ask);
    for (const each of batch) void open.add(each.finally(() => open.delete(each)));
    isRefused = await Promise.race(batch);
  }
  await Promise.all(open);
  console.log('all have ended');
  worker.kill();
} else {
  const server = createServer((_, response) => response.end('x')).listen(0, '127.0.0.1');
  process.on('message', () => server.close());
  // It goes on, as a worker does that answers its last requests.
  setInterval(() => undefined, 1_000);
}
