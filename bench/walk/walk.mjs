/**
 * The files of the runtime that one request visits: those with a function that V8 counts between request and answer. The
 * server runs the compiled files of the runtime and not its bundle, and has answered requests of the same kind before.
 *
 *   npm run bench:walk [-- --files]
 */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { freePort } from '../requests/database.mjs';
import { environmentOf } from '../requests/environment.mjs';
import { documentId as id } from '../requests/seed.mjs';
import { startSeeded } from '../requests/seeded.mjs';

const { values: options } = parseArgs({ options: { files: { type: 'boolean', default: false } } });

const requests = {
  'GET a list, asked before': () => ({ path: '/api/articles?sort=title&populate=author' }),
  'GET a list with a new filter value': (n) => ({
    path: encodeURI(`/api/articles?filters[rating][$gt]=${n}&sort=title&populate=author`),
  }),
  'GET one document, asked before': () => ({ path: `/api/articles/${id('a', 1)}?populate=*` }),
  'POST, author and 3 categories, published': (n) => ({
    method: 'POST',
    path: '/api/articles',
    data: { title: `new ${n}`, author: id('u', 1 + n), categories: [1, 2, 3].map((k) => id('c', k + n)) },
  }),
  'PUT with connect at a position': (n) => ({
    method: 'PUT',
    path: `/api/tags/${id('t', 1)}`,
    data: { related: { connect: [{ documentId: id('t', 10 + n), position: { start: true } }] } },
  }),
};

const postgres = await startSeeded();
const port = await freePort();
const child = fork(fileURLToPath(new URL('server.mjs', import.meta.url)), {
  execArgv: ['--import', new URL('compiled-files.mjs', import.meta.url).href],
  env: environmentOf(postgres.url, port),
});
await message();

for (const [title, requestOf] of Object.entries(requests)) {
  for (let n = 1; n <= 5; n++) await send(requestOf(n));
  const idle = new Set(await visited(() => new Promise((done) => setTimeout(done, 500))));
  const files = (await visited(() => send(requestOf(6)))).filter((file) => !idle.has(file));
  console.log(`${String(files.length).padStart(3)} files  ${title}: ${roomsOf(files)}`);
  if (options.files) for (const file of files.toSorted()) console.log(`           ${file}`);
}
child.kill();
await postgres.stop();
process.exit(0);

/** The files whose functions ran while the work was done. */
async function visited(work) {
  child.send('begin');
  await message();
  await work();
  child.send('end');
  return message();
}

function message() {
  return new Promise((done) => child.once('message', done));
}

async function send({ method = 'GET', path, data }) {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(data !== undefined && { body: JSON.stringify({ data }) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
  await answer.text();
}

function roomsOf(files) {
  const counts = new Map();
  for (const file of files) {
    const [room] = file.split('/');
    counts.set(room, (counts.get(room) ?? 0) + 1);
  }
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([room, count]) => `${room} ${count}`)
    .join(', ');
}
