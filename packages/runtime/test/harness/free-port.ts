import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Systems give higher ports to connections and to servers that ask for any port, so these stay free until they are used. */
const [LOWEST, HIGHEST] = [15_000, 32_000];

export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST, HIGHEST);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}
