/**
 * Searches without an index, of which ten at a time do not end in the second that each of them has, beside plain reads of
 * another caller: how many searches are answered. Each client sends the next search when it has the answer to the last.
 *
 *   npm run bench:turns -- [--articles 8000 --clients 32 --seconds 12]
 *
 * Fails if a search is not answered with 200. The number of articles depends on the machine: a search alone must take
 * between a tenth and half of a second, or this says so.
 */
import { parseArgs } from 'node:util';

import { connect, createTables, startPostgres } from '../requests/database.mjs';
import { seed } from '../requests/seed.mjs';
import { createCaller } from './caller.mjs';
import { startServer } from './server.mjs';

const { values: options } = parseArgs({
  options: {
    articles: { type: 'string', default: '8000' },
    clients: { type: 'string', default: '32' },
    seconds: { type: 'string', default: '12' },
  },
});

const postgres = await startPostgres();
const sql = connect(postgres.url);
await createTables(sql, await import('../dist/content/schema.js'));
await seed(sql, Number(options.articles));
await sql.unsafe('vacuum analyze');
await sql.end();
const server = await startServer(postgres.url);
const search = createCaller(server.port, '127.0.0.1');
const read = createCaller(server.port, '127.0.0.2');
for (let n = 0; n < 20; n++) await read('/api/tags');

const alone = [];
for (let n = 0; n < 5; n++) alone.push((await search(`/api/articles?_q=alone${n}`)).ms);
const aloneMs = middle(alone);

const until = performance.now() + Number(options.seconds) * 1_000;
const [searches, reads] = await Promise.all([searchAll(), readAll()]);
server.child.kill();
await postgres.stop();

const answered = searches.filter(({ status }) => status === 200);
console.log(`one search alone: ${aloneMs.toFixed(0)} ms`);
console.log(`${answered.length} of ${searches.length} searches answered, ${times(searches)}`);
console.log(`${reads.length} plain reads, ${times(reads)}`);
if (aloneMs < 100 || aloneMs > 500) console.log('Choose another number of --articles for this machine.');
process.exit(answered.length === searches.length ? 0 : 1);

async function searchAll() {
  const ended = [];
  const client = async (number) => {
    for (let n = 0; performance.now() < until; n++) ended.push(await search(`/api/articles?_q=nothing${number}x${n}`));
  };
  await Promise.all(Array.from({ length: Number(options.clients) }, (_, number) => client(number)));
  return ended;
}

async function readAll() {
  const ended = [];
  while (performance.now() < until) ended.push(await read(`/api/tags?pagination[page]=${(ended.length % 100) + 1}`));
  return ended;
}

function times(ended) {
  const sorted = ended.map(({ ms }) => ms).toSorted((a, b) => a - b);
  return `half of them within ${middle(sorted).toFixed(0)} ms, all within ${sorted.at(-1).toFixed(0)} ms`;
}

function middle(list) {
  return list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)];
}
