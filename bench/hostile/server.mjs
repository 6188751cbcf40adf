import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { freePort } from '../requests/database.mjs';

/** The generated API in a process of its own. */
export async function startServer(url) {
  const port = await freePort();
  const child = fork(fileURLToPath(new URL('../requests/generated.mjs', import.meta.url)), {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    // The log has a line for each statement that ran into its timeout.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: { ...process.env, PORT: String(port), DATABASE_URL: url, NODE_ENV: 'production' },
  });
  await new Promise((done) => child.once('message', done));
  return { child, port };
}
