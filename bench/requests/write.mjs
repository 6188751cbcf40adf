/**
 * Writes one after the other: milliseconds, SQL statements (counted by PostgreSQL, BEGIN and COMMIT included) and link
 * rows written per request. Fails beyond its limits.
 *
 *   npm run bench:write [-- --count 50]
 */
import { fork } from 'node:child_process';
import { Agent, request } from 'node:http';
import { parseArgs } from 'node:util';

import { keysBetween } from '../../packages/runtime/dist/order/rank.js';
import { connect, createTables, freePort, startPostgres } from './database.mjs';
import { documentId as id, seed } from './seed.mjs';

const { values: options } = parseArgs({ options: { count: { type: 'string', default: '50' } } });
const count = Number(options.count);
const beyond = [];

/** Requests before anything is measured: a server that has been up for a while has its plans and its code compiled. */
const WARM_UP = 200;
/** Requests whose statements and link rows are counted. */
const COUNTED = 10;

const postgres = await startPostgres(['-c', 'shared_preload_libraries=pg_stat_statements']);
const sql = connect(postgres.url);
await sql.unsafe('create extension pg_stat_statements');
await createTables(sql, await import('../dist/content/schema.js'));
await seed(sql);
await moreTags(100_000);
await settle();

const port = await freePort();
const server = fork(new URL('generated.mjs', import.meta.url), {
  env: { ...process.env, PORT: String(port), DATABASE_URL: `${postgres.url}?connections=1`, NODE_ENV: 'production' },
});
await new Promise((resolve) => server.once('message', resolve));
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const base = `http://127.0.0.1:${port}/api`;

const entry = (k) => (k % 2 ? { __component: 'blocks.hero', title: 'x' } : { __component: 'blocks.quote', text: 'x' });
const zone = [1, 2, 3].map(entry);
const page = (await send('POST', '/pages?status=draft', { title: 'p', top: zone, middle: zone, bottom: zone }))
  .documentId;

console.log('scenario                                                  ms  statements  link rows');
await measure('g  POST, author and 3 categories, published', 'articles_categories', { statements: 8 }, (n) =>
  send('POST', '/articles', {
    title: `new ${n}`,
    author: id('u', 1 + n),
    categories: [1, 2, 3].map((k) => id('c', 1 + ((k + n) % 200))),
  }),
);
const short = {};
for (const length of [5_000, 100_000]) {
  const limits = (kind) => ({ statements: 8, ms: length === 5_000 ? 5 : 2 * short[kind] });
  await fill('tags_related', 'tags', id('t', 1), length);
  const plain = await measure(`h  PUT connect before, ${length} entries`, 'tags_related', limits('plain'), (n) =>
    send('PUT', `/tags/${id('t', 1)}`, { related: { connect: [moved(n)] } }),
  );
  await fill('articles_tags', 'articles', id('a', 1), length);
  const drafts = await measure(
    `h  the same, draft & publish, ${length} entries`,
    'articles_tags',
    limits('drafts'),
    (n) => send('PUT', `/articles/${id('a', 1)}`, { tags: { connect: [moved(n)] } }),
  );
  Object.assign(short, { plain, drafts });
}
await measure('i  PUT set of 1000', 'tags_related', { statements: 10, ms: 50 }, (n) =>
  send('PUT', `/tags/${id('t', 2)}`, {
    related: { set: Array.from({ length: 1_000 }, (_, k) => id('t', 10 + ((k + n) % 1_000))) },
  }),
);
await measure(
  'j  publish, 3 zones and 20 relations',
  'pages_tags',
  {},
  () => send('POST', `/pages/${page}/actions/publish`),
  (n) =>
    send('PUT', `/pages/${page}?status=draft`, {
      title: `p ${n}`,
      tags: { set: Array.from({ length: 20 }, (_, k) => id('t', n * 7 + k + 1)) },
    }),
);

console.log(beyond.length === 0 ? '\nwithin all limits' : `\nbeyond its limit: ${beyond.join('; ')}`);
server.kill();
await sql.end();
await postgres.stop();
process.exit(beyond.length === 0 ? 0 : 1);

/** An entry from the far end, before one from the middle. */
function moved(n) {
  return { documentId: id('t', 4_900 - n), position: { before: id('t', 1_000 + n) } };
}

/** First the time, one request after the other; then, with new requests, what the database was asked to do. */
async function measure(title, table, limits, write, prepare = async () => undefined) {
  let n = 0;
  const times = [];
  for (; n < WARM_UP + count; n++) {
    await prepare(n);
    const began = process.hrtime.bigint();
    await write(n);
    if (n >= WARM_UP) times.push(Number(process.hrtime.bigint() - began) / 1e6);
  }
  const ms = times.sort((a, b) => a - b)[Math.floor(times.length / 2)];

  let statements = 0;
  let rows = 0;
  for (const end = n + COUNTED; n < end; n++) {
    await prepare(n);
    const before = await newest(table);
    await sql`select pg_stat_statements_reset()`;
    await write(n);
    statements += (
      await sql`select coalesce(sum(calls), 0)::int as n from pg_stat_statements where query not like '%pg_stat_statements%'`
    )[0].n;
    rows += await changed(table, before);
  }
  const per = (sum) => (sum / COUNTED).toFixed(1);
  console.log(
    `${title.padEnd(52)} ${ms.toFixed(2).padStart(7)} ${per(statements).padStart(11)} ${per(rows).padStart(10)}`,
  );
  if (ms > (limits.ms ?? Infinity) || statements / COUNTED > (limits.statements ?? Infinity)) beyond.push(title);
  return ms;
}

async function newest(table) {
  return (await sql.unsafe(`select coalesce(max(xmin::text::bigint), 0)::text as n from ${table}`))[0].n;
}

async function changed(table, before) {
  return (await sql.unsafe(`select count(*)::int as n from ${table} where xmin::text::bigint > ${before}`))[0].n;
}

/** One connection, and nothing between it and the clock: `fetch` alone would take a millisecond. */
function send(method, path, data) {
  const body = data === undefined ? '' : JSON.stringify({ data });
  return new Promise((resolve, reject) => {
    const sent = request(
      base + path,
      { method, agent, headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) } },
      async (response) => {
        const answer = JSON.parse(Buffer.concat(await response.toArray()).toString());
        if (response.statusCode < 300) resolve(answer.data);
        else reject(new Error(`${method} ${path}: ${JSON.stringify(answer)}`));
      },
    );
    sent.on('error', reject).end(body);
  });
}

async function moreTags(total) {
  await sql.unsafe(
    `with made as (insert into cg_documents (id, type) select 't' || lpad(n::text, 23, '0'), 'tag' from generate_series(5001, ${total}) n returning id)
     insert into tags (document_id, cg_status, published_at, name) select id, 'published', now(), id from made`,
  );
}

/** Gives every version of a document a list of this length, without going through the API. */
async function fill(link, table, document, length) {
  await sql.unsafe(
    `delete from ${link} where source_id in (select id from ${table} where document_id = '${document}')`,
  );
  const ranks = keysBetween(undefined, undefined, length);
  await sql.unsafe(
    `insert into ${link} (source_id, target_id, rank) select s.id, 't' || lpad(r.n::text, 23, '0'), r.rank from ${table} s, unnest($1::text[]) with ordinality r(rank, n) where s.document_id = '${document}'`,
    [ranks],
  );
  await settle();
}

/** What was filled in is known to the planner and on the disk: commits do not wait for its pages. */
async function settle() {
  await sql.unsafe('vacuum analyze');
  await sql.unsafe('checkpoint');
}
