/**
 * Reads of a small and a large table side by side: the median of serial requests, requests per second over 32
 * connections, and PostgreSQL's plan of each statement. Times depend on the machine; compare the two columns and the plans.
 *
 *   npm run bench:size [-- --sizes 10000,1000000 --runs 15 --seconds 2 --only sort]
 */
import { fork } from 'node:child_process';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { explainRead } from '@content-gen/runtime/explain';

import { connect, freePort, startPostgres } from '../requests/database.mjs';
import { load } from './load.mjs';
import { summaryOf } from './plan-summary.mjs';
import { pathOf, requests } from './requests.mjs';

const { values: options } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10000,1000000' },
    runs: { type: 'string', default: '15' },
    seconds: { type: 'string', default: '2' },
    only: { type: 'string', default: '' },
  },
});

const [schema, { contentDefinition }] = await Promise.all([
  import('../dist/size/content/schema.js'),
  import('../dist/size/content/index.js'),
]);
const sizes = options.sizes.split(',').map(Number);
const results = new Map();
for (const articles of sizes) await measure(articles);

for (const [name, columns] of results) {
  console.log(`\n${name}`);
  for (const { articles, median, refused, perSecond, plan } of columns) {
    const times = `${format(median, 8, 1)} ms ${format(perSecond, 7)}/s`;
    console.log(`  ${format(articles, 9)} articles ${times}${refused === 0 ? '' : `  ${refused} × 503`}  ${plan}`);
  }
}

async function measure(articles) {
  const postgres = await startPostgres([
    ...['-c', 'shared_buffers=512MB', '-c', 'maintenance_work_mem=512MB', '-c', 'max_wal_size=4GB'],
    ...['-c', 'wal_level=minimal', '-c', 'max_wal_senders=0'],
  ]);
  const sql = connect(postgres.url);
  try {
    const began = performance.now();
    await load(sql, schema, articles);
    console.log(`${articles} articles loaded in ${((performance.now() - began) / 1000).toFixed(0)} s`);
    // As the connections of the runtime.
    await sql.unsafe('set jit = off; set random_page_cost = 1.1');
    await measureReads(sql, postgres.url, articles);
  } finally {
    await sql.end();
    await postgres.stop();
  }
}

async function measureReads(sql, url, articles) {
  const server = await start(url);
  try {
    for (const [name, query] of Object.entries(requests(articles)).filter(([key]) => key.includes(options.only))) {
      const paths = Array.from({ length: Number(options.runs) }, (_, n) => pathOf(query(n)));
      const [times, plan] = [await serial(server.url, paths), await explained(sql, paths[0])];
      const perSecond = Number(options.seconds) === 0 ? 0 : await together(server.url, paths);
      results.set(name, [...(results.get(name) ?? []), { articles, ...times, perSecond, plan }]);
    }
  } finally {
    server.child.kill();
  }
}

async function start(url) {
  const port = await freePort();
  const child = fork(new URL('serve.mjs', import.meta.url), {
    env: { ...process.env, PORT: String(port), DATABASE_URL: url, NODE_ENV: 'production', REMEMBERED_BYTES: '0' },
  });
  await new Promise((resolve) => child.once('message', resolve));
  return { child, url: `http://127.0.0.1:${port}` };
}

async function serial(url, paths) {
  const times = [];
  // On a busy machine, the server ends slow statements with a 503.
  let refused = 0;
  for (const path of paths) {
    const began = performance.now();
    const response = await fetch(url + path);
    await response.text();
    if (!response.ok) refused++;
    times.push(performance.now() - began);
  }
  return { median: times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)], refused };
}

async function together(url, paths) {
  const list = paths.map((path) => ({ method: 'GET', path }));
  const result = await autocannon({ url, connections: 32, duration: Number(options.seconds), requests: list });
  return result.requests.average;
}

async function explained(sql, path) {
  const query = path.slice(path.indexOf('?') + 1);
  const { statement } = explainRead(contentDefinition, { type: 'article', isList: true, query, role: 'public' });
  const [row] = await sql.unsafe(`explain (analyze, format json) ${statement.text}`, statement.values);
  return summaryOf(row['QUERY PLAN']);
}

function format(value, width, digits = 0) {
  return value.toFixed(digits).padStart(width);
}
