/** The server of this project in a process of its own. */
import { fork } from 'node:child_process';

import { freePort } from '../requests/database.mjs';
import { environmentOf } from '../requests/environment.mjs';

/** It reads every answer from the database. */
export async function start(url) {
  const port = await freePort();
  const child = fork(new URL('serve.mjs', import.meta.url), {
    env: environmentOf(url, port),
  });
  await new Promise((resolve) => child.once('message', resolve));
  return { child, url: `http://127.0.0.1:${port}` };
}

export async function send(url, { path, ...request }) {
  const response = await fetch(url + path, request);
  await response.arrayBuffer();
  return response;
}
