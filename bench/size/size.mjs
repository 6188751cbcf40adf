/**
 * Requests to a small and a large table side by side: the median of serial requests, for reads also requests per second
 * over 32 connections, and PostgreSQL's plan of each statement. Times depend on the machine; compare the two columns and
 * the plans. Every answer is read from the database, also a repeated one.
 *
 *   npm run bench:size [-- --sizes 10000,1000000 --runs 15 --seconds 2 --only sort]
 */
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { explainRead } from '@content-gen/runtime/explain';

import { connect, startPostgres } from '../requests/database.mjs';
import { load } from './load.mjs';
import { summaryOf } from './plan-summary.mjs';
import { otherReads, pathOf, requests } from './requests.mjs';
import { send, start } from './server.mjs';
import { prepareWrites, writes } from './writes.mjs';

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
    const speed = perSecond === undefined ? ''.padStart(9) : `${format(perSecond, 7)}/s`;
    const times = `${format(median, 8, 1)} ms ${speed}`;
    console.log(`  ${format(articles, 9)} articles ${times}${refused === 0 ? '' : `  ${refused} × 503`}  ${plan}`);
  }
}

async function measure(articles) {
  const postgres = await startPostgres([
    ...['-c', 'shared_buffers=512MB', '-c', 'maintenance_work_mem=128MB', '-c', 'max_wal_size=4GB'],
    ...['-c', 'wal_level=minimal', '-c', 'max_wal_senders=0'],
    // Two connections build indexes, so workers beside them would only take their cores.
    ...['-c', 'max_parallel_maintenance_workers=0'],
  ]);
  const [sql, beside] = [connect(postgres.url), connect(postgres.url)];
  try {
    const began = performance.now();
    await load(sql, schema, articles, beside);
    console.log(`${articles} articles loaded in ${((performance.now() - began) / 1000).toFixed(0)} s`);
    // As the connections of the runtime.
    await sql.unsafe('set jit = off; set random_page_cost = 1.1');
    await prepareWrites(sql, articles);
    await measureRequests(sql, postgres.url, articles);
  } finally {
    await Promise.all([sql.end(), beside.end()]);
    await postgres.stop();
  }
}

async function measureRequests(sql, url, articles) {
  const server = await start(url);
  const isAsked = ([name]) => name.includes(options.only);
  const add = (name, result) => results.set(name, [...(results.get(name) ?? []), { articles, ...result }]);
  const lists = Object.entries(requests(articles)).map(([name, query]) => [name, (n) => pathOf(query(n))]);
  try {
    for (const [name, pathAt] of [...lists, ...Object.entries(otherReads)].filter(isAsked)) {
      const paths = Array.from({ length: Number(options.runs) }, (_, n) => pathAt(n));
      const [times, plan] = [await serial(server.url, paths.map(asRead)), await explained(sql, paths[0])];
      const perSecond = Number(options.seconds) === 0 ? undefined : await together(server.url, paths);
      add(name, { ...times, perSecond, plan });
    }
    for (const [name, { times = Number(options.runs), ...write }] of Object.entries(writes(articles)).filter(isAsked)) {
      add(name, { ...(await serial(server.url, stepsOf(write, times))), plan: '' });
    }
  } finally {
    server.child.kill();
  }
}

function asRead(path) {
  return { measured: { path } };
}

function stepsOf({ before, measured }, times) {
  return Array.from({ length: times }, (_, n) => ({ before: before?.(n), measured: measured(n) }));
}

async function serial(url, steps) {
  const times = [];
  // On a busy machine, the server ends slow statements with a 503.
  let refused = 0;
  for (const { before, measured } of steps) {
    if (before !== undefined) await send(url, before);
    const began = performance.now();
    const { status } = await send(url, measured);
    times.push(performance.now() - began);
    if (status === 503) refused++;
    else if (status >= 300) throw new Error(`${status} for ${measured.method ?? 'GET'} ${measured.path}`);
  }
  return { median: times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)], refused };
}

async function together(url, paths) {
  const list = paths.map((path) => ({ method: 'GET', path }));
  const result = await autocannon({ url, connections: 32, duration: Number(options.seconds), requests: list });
  return result.requests.average;
}

async function explained(sql, path) {
  const [, plural, query] = /^\/api\/(\w+)\?(.*)$/.exec(path);
  const { name: type } = Object.values(contentDefinition.models).find((model) => model.plural === plural);
  const { statement } = explainRead(contentDefinition, { type, isList: true, query, role: 'public' });
  const [row] = await sql.unsafe(`explain (analyze, format json) ${statement.text}`, statement.values);
  return summaryOf(row['QUERY PLAN']);
}

function format(value, width, digits = 0) {
  return value.toFixed(digits).padStart(width);
}
