/**
 * Reads per second of documents in code beside REST on the same machine, interleaved in one run. Fails if code is slower.
 *
 *   npm run bench:documents [-- --seconds 5 --rounds 3]
 */
import { fork } from 'node:child_process';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { createContent } from '@content-gen/runtime';

import { freePort } from './database.mjs';
import { pathsOf, scenarios } from './scenarios.mjs';
import { startSeeded } from './seeded.mjs';

const { values: options } = parseArgs({
  options: { seconds: { type: 'string', default: '5' }, rounds: { type: 'string', default: '3' } },
});
const CONNECTIONS = 32;

const postgres = await startSeeded();

const { contentDefinition } = await import('../dist/content/index.js');
const content = createContent(contentDefinition, { database: { url: postgres.url } });
const { articles } = content.asRole('public');
const id = (n) => `a${String((n % 1000) + 1).padStart(23, '0')}`;

/** The scenarios of `bench:read`, as calls. */
const calls = {
  a: (n) => articles.find({ pagination: { page: (n % 20) + 1 } }),
  e: (n) => articles.findOne(id(n), { populate: '*' }),
};

const port = await freePort();
const server = fork(new URL('generated.mjs', import.meta.url), {
  execArgv: ['--max-semi-space-size=8'],
  env: {
    ...process.env,
    PORT: String(port),
    DATABASE_URL: postgres.url,
    NODE_ENV: 'production',
  },
});
process.on('exit', () => server.kill());
await new Promise((resolve) => server.once('message', resolve));
const url = `http://127.0.0.1:${port}`;

let isSlower = false;
console.log('scenario                          in code     REST  ratio');
for (const [name, call] of Object.entries(calls)) {
  const paths = pathsOf(scenarios[name]);
  await sameAnswers(paths, call);
  const speeds = { code: [], rest: [] };
  for (let round = 0; round < Number(options.rounds); round++) {
    speeds.code.push(await speedInCode(call));
    speeds.rest.push(await speedOverHttp(paths));
  }
  const [code, rest] = [median(speeds.code), median(speeds.rest)];
  isSlower ||= code < rest;
  const columns = [code.toFixed(0).padStart(9), rest.toFixed(0).padStart(8), (code / rest).toFixed(2).padStart(6)];
  console.log(`${name}  ${scenarios[name].title.padEnd(29)} ${columns.join(' ')}`);
}
console.log(isSlower ? 'code is slower than REST' : 'code is at least as fast as REST');

await content.database.close();
await postgres.stop();
process.exit(isSlower ? 1 : 0);

async function sameAnswers(paths, call) {
  for (const [n, path] of paths.slice(0, 3).entries()) {
    const [ours, theirs] = [await call(n), JSON.parse(await (await fetch(url + path)).text(), withoutAdditions)];
    if (compared(ours) !== compared(theirs)) throw new Error(`different answers to ${path}`);
  }
}

/** The documents and their number. Code adds the tag of a single document, which REST has in a header. */
function compared({ data, meta }) {
  return JSON.stringify({ data, pagination: meta?.pagination });
}

/** Code gets no additions of a response profile: an empty `meta` of a document, and the document ids of entries. */
function withoutAdditions(key, value) {
  const isAddition = key === 'meta' ? Object.keys(value).length === 0 : key === 'documentId' && value.startsWith('e');
  return isAddition ? undefined : value;
}

/** As many calls at once as the other measurement has connections. */
async function speedInCode(call) {
  await callsFor(call, 1);
  return (await callsFor(call, Number(options.seconds))) / Number(options.seconds);
}

async function callsFor(call, seconds) {
  const end = performance.now() + seconds * 1000;
  let done = 0;
  const caller = async () => {
    while (performance.now() < end) await call(done++);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, caller));
  return done;
}

async function speedOverHttp(paths) {
  const requests = paths.map((path) => ({ method: 'GET', path }));
  const run = (seconds) => autocannon({ url, connections: CONNECTIONS, duration: seconds, requests });
  await run(1);
  const result = await run(Number(options.seconds));
  if (result.non2xx > 0) throw new Error(`${result.non2xx} answers were not 2xx`);
  return result.requests.average;
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
