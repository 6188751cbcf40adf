/**
 * CPU time and SQL statements per request of this checkout beside another one, on one server in one run. Each has a
 * database of its own, with the tables and the content of its own scripts, because their columns may differ. Rounds
 * alternate between the two, so that other work on the machine meets both alike. Both are started anew several times,
 * because V8 compiles the same code differently in each process: one checkout beside itself differs by up to a tenth.
 * The measured servers have a core of their own, so that the database does not push them aside. Build both first:
 * `npm run bench:build`. CPU time of the server process comes from /proc, so this needs Linux.
 *
 *   npm run bench:compare -- ../other-checkout [--starts 5 --rounds 20 --count 50 --only ae]
 */
import { execFileSync, fork } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

import { connect, freePort, startPostgres } from './database.mjs';
import { environmentOf } from './environment.mjs';
import { pathsOf, scenarios } from './scenarios.mjs';
import { documentId as id } from './seed.mjs';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    starts: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '20' },
    count: { type: 'string', default: '50' },
    only: { type: 'string' },
  },
});
const [other] = positionals;
if (other === undefined) {
  console.error('Name the other checkout: npm run bench:compare -- ../other-checkout');
  process.exit(2);
}

/** Until then, V8 compiles both servers, which takes up to a third of the time; its work is no cost of a request. */
const WARM_UP = 3000;

const cores = availableParallelism();
// Processes that are started from here on inherit it.
pin(process.pid, cores > 1 ? `1-${cores - 1}` : '0');
const postgres = await startPostgres(['-c', 'shared_preload_libraries=pg_stat_statements']);
const sql = connect(postgres.url);
await sql.unsafe('create extension pg_stat_statements');

const folders = { ours: fileURLToPath(new URL('..', import.meta.url)), theirs: resolve(other, 'bench') };
const urls = {};
for (const [name, folder] of Object.entries(folders)) urls[name] = await createDatabase(name, folder);

const reads = Object.entries(scenarios).map(([name, scenario]) => {
  const paths = pathsOf(scenario);
  return { name, title: scenario.title, send: (server, n) => server.send('GET', paths[n % paths.length]) };
});
const writes = [
  {
    name: 'g',
    title: 'POST, author and 3 categories, published',
    send: (server, n) =>
      server.send('POST', '/api/articles', {
        title: `new ${n}`,
        author: id('u', 1 + (n % 50)),
        categories: [1, 2, 3].map((k) => id('c', 1 + ((k + n) % 200))),
      }),
  },
  {
    name: 'h',
    title: 'PUT connect before',
    send: (server, n) =>
      server.send('PUT', `/api/tags/${id('t', 1)}`, {
        related: { connect: [{ documentId: id('t', 10 + (n % 400)), position: { start: true } }] },
      }),
  },
  {
    name: 'k',
    title: 'PUT one attribute, published',
    send: (server, n) => server.send('PUT', `/api/articles/${id('a', 1 + (n % 500))}`, { title: `title ${n}` }),
  },
];

console.log('median CPU time of the server per request, in ms; ratio of each start: median (lowest to highest)');
console.log('scenario                                            ours  theirs  ratio                statements');
for (const scenario of [...reads, ...writes]) {
  if (options.only !== undefined && !options.only.includes(scenario.name)) continue;
  const spent = { ours: [], theirs: [] };
  const statements = {};
  for (let turn = 0; turn < Number(options.starts); turn++) {
    const servers = {};
    const order = turn % 2 === 0 ? ['ours', 'theirs'] : ['theirs', 'ours'];
    for (const name of order) servers[name] = await start(name);
    // In turns, too: a server that has waited for the other one's warm-up is slower for a while.
    for (let sent = 0; sent < WARM_UP; sent += 500) {
      for (const name of order) await repeat(servers[name], scenario, 500);
    }
    for (const name of order) await analyze(urls[name]);
    const sums = { ours: 0, theirs: 0 };
    for (let round = 0; round < Number(options.rounds); round++) {
      for (const name of round % 2 === 0 ? order : order.toReversed()) {
        const before = cpuSeconds(servers[name]);
        await repeat(servers[name], scenario, Number(options.count));
        sums[name] += cpuSeconds(servers[name]) - before;
      }
    }
    for (const name of order) {
      spent[name].push((sums[name] * 1000) / Number(options.count) / Number(options.rounds));
      if (turn === 0) statements[name] = await statementsOf(servers[name], scenario);
      servers[name].child.kill();
    }
  }
  const ratios = spent.ours.map((one, turn) => one / spent.theirs[turn]).sort((a, b) => a - b);
  console.log(
    `${scenario.name}  ${scenario.title.padEnd(47)} ${median(spent.ours).toFixed(2).padStart(5)}  ${median(spent.theirs).toFixed(2).padStart(6)}  ` +
      `${median(ratios).toFixed(2)} (${ratios[0].toFixed(2)} to ${ratios.at(-1).toFixed(2)})  ${statements.ours} and ${statements.theirs}`,
  );
}
await sql.end();
await postgres.stop();
process.exit(0);

async function start(name) {
  const folder = folders[name];
  const port = await freePort();
  const child = fork(resolve(folder, 'requests/generated.mjs'), {
    cwd: folder,
    execArgv: ['--max-semi-space-size=8'],
    env: environmentOf(urls[name], port),
  });
  pin(child.pid, '0');
  await new Promise((done) => child.once('message', done));
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  return { child, sent: 0, send: (method, path, data) => send(agent, port, method, path, data) };
}

function pin(pid, core) {
  execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', core, String(pid)], { stdio: 'ignore' });
}

async function createDatabase(name, folder) {
  await sql.unsafe(`create database ${name}`);
  const url = postgres.url.replace(/\/postgres$/, `/${name}`);
  const from = (path) => import(pathToFileURL(resolve(folder, path)).href);
  const [{ createTables }, { seed }, tables] = await Promise.all(
    ['requests/database.mjs', 'requests/seed.mjs', 'dist/content/schema.js'].map(from),
  );
  const own = connect(url);
  await createTables(own, tables);
  await seed(own);
  await own.end();
  return url;
}

/** What the server does by itself within a minute: until then, its plans are those for the tables before the warm-up. */
async function analyze(url) {
  const own = connect(url);
  await own.unsafe('analyze');
  await own.end();
}

/** Four requests at a time. */
async function repeat(server, scenario, count) {
  const end = server.sent + count;
  const work = async () => {
    while (server.sent < end) await scenario.send(server, server.sent++);
  };
  await Promise.all([work(), work(), work(), work()]);
}

async function statementsOf(server, scenario) {
  await sql`select pg_stat_statements_reset()`;
  for (let n = 0; n < 10; n++) await scenario.send(server, server.sent++);
  const [row] =
    await sql`select coalesce(sum(calls), 0)::int as n from pg_stat_statements where query not like '%pg_stat_statements%'`;
  return (row.n / 10).toFixed(1);
}

/** The time that all threads of the process have run, in nanoseconds; `/proc/<pid>/stat` counts in steps of 10 ms. */
function cpuSeconds({ child }) {
  const threads = readdirSync(`/proc/${child.pid}/task`);
  const spent = threads.map(
    (thread) => readFileSync(`/proc/${child.pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0],
  );
  return spent.reduce((sum, one) => sum + Number(one), 0) / 1e9;
}

function send(agent, port, method, path, data, attempts = 3) {
  const body = data === undefined ? '' : JSON.stringify({ data });
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  return new Promise((done, failed) => {
    const sent = request({ host: '127.0.0.1', port, path, method, agent, headers }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => {
        if (response.statusCode < 300) done();
        // Anonymous requests have a second, and a shared machine may stand still for longer.
        else if (response.statusCode === 503 && attempts > 1)
          send(agent, port, method, path, data, attempts - 1).then(done, failed);
        else failed(new Error(`${method} ${path}: ${Buffer.concat(chunks).toString()}`));
      });
    });
    sent.on('error', failed);
    sent.end(body);
  });
}

function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return (low + high) / 2;
}
