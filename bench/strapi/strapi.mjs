/**
 * The generated API beside a real Strapi: the same content types, the same rows, one PostgreSQL with a database for
 * each, and the same requests. Before a scenario is timed, both must give the same documents in the same order.
 *
 * Strapi is no dependency of this repository. The first run installs it from the registry into a folder of the
 * temporary folder, and later runs find it there. `--strapi` names another folder with it in `node_modules`.
 *
 *   npm run bench:strapi [-- --strapi <folder> --seconds 3 --rounds 5 --only a,e,g]
 *
 * The articles of the generated API have an index on their title and indexes for `_q`, which all scenarios pay for, as in a
 * project that declares them. `--plain` leaves them out, so that two runs tell what they cost (g).
 *
 * Rounds of the two servers alternate, so that other work on the machine meets both alike. The table has two ratios:
 *
 * - requests per second, over the same number of connections. On a machine of few cores, the client and PostgreSQL take
 *   a part of the processor, so the faster server has less of it: this ratio is rather too low than too high.
 * - processor time per request, of the server and of the whole PostgreSQL, which has nothing else to do ("its SQL": that
 *   part alone, which no change in Node can make smaller). It depends less on the machine. It has steps of 10 ms, and
 *   needs Linux.
 *
 * The requests of reads do not repeat, so that each answer is read. Under "repeated" stands what the generated API does
 * with 40 requests that repeat, most of which it answers again without reading; Strapi reads each of them.
 *
 * Each is the median of the ratios of the rounds, with the lowest and the highest. Fails below the ratios of requests per
 * second that are to reach.
 */
import { parseArgs } from 'node:util';

import { startPostgres } from '../requests/database.mjs';
import { comparable } from './answer.mjs';
import { cpuSeconds, postmasterOf } from './cpu.mjs';
import { median } from './median.mjs';
import { peakMegabytes } from './peak-memory.mjs';
import { requests } from './requests.mjs';
import { startGenerated, startStrapi } from './servers.mjs';

const { values: options } = parseArgs({
  options: {
    strapi: { type: 'string' },
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '5' },
    only: { type: 'string' },
    plain: { type: 'boolean', default: false },
  },
});
const seconds = Number(options.seconds);
const only = options.only?.split(',');

const postgres = await startPostgres(['-c', 'max_connections=50']);
const servers = [];
const below = [];
try {
  servers.push(await startGenerated(postgres, options.plain));
  servers.push(await startStrapi(postgres, options.strapi));
  const scenarios = (await requests()).filter(({ name }) => only === undefined || only.includes(name));
  await checkSame(scenarios);
  const database = await postmasterOf(servers[0].sql);
  console.log(`${' '.repeat(48)}${'requests per second'.padEnd(73)}processor ms per request`);
  const speeds = ['ours', 'repeated', 'Strapi', 'ratio', 'repeated', 'asked'];
  console.log(row('', '', [...speeds, 'ours', 'its SQL', 'repeated', 'Strapi', 'ratio']));
  for (const scenario of scenarios.filter(({ isRead }) => isRead)) await measure(scenario, database);
  const memory = servers.map(({ name, pid }) => `${peakMegabytes(pid)} MB (${name})`);
  console.log(`memory of the processes at most, with reads: ${memory.join(', ')}`);
  for (const scenario of scenarios.filter(({ isRead }) => !isRead)) await measure(scenario, database);
  console.log(below.length === 0 ? '\nall ratios reached' : `\nbelow the ratio that is asked: ${below.join(', ')}`);
} finally {
  for (const server of servers) {
    await server.stop();
    await server.sql.end();
  }
  await postgres.stop();
}
process.exit(below.length === 0 ? 0 : 1);

async function checkSame(scenarios) {
  const differences = [];
  for (const { name, same } of scenarios) {
    const [ours, theirs] = [await linesOf(same, servers[0]), await linesOf(same, servers[1])];
    if (ours.length < 10) throw new Error(`The answer to ${name} is too short to compare: ${ours.join('')}`);
    const line = ours.findIndex((text, index) => text !== theirs[index]);
    if (line === -1 && ours.length === theirs.length) continue;
    const near = (lines) => lines.slice(Math.max(0, line - 5), line + 5).join('\n');
    differences.push(`${name}\n--- ours\n${near(ours)}\n--- Strapi\n${near(theirs)}`);
  }
  if (differences.length > 0) throw new Error(`Different answers to ${differences.join('\n\n')}`);
}

async function linesOf(same, server) {
  return JSON.stringify(comparable(await same(server)), null, 1).split('\n');
}

async function measure(scenario, database) {
  const rounds = [];
  const { repeated } = scenario;
  const again = repeated === undefined ? [] : [{ server: servers[0], asked: { ...scenario, request: repeated } }];
  const measured = [...servers.map((server) => ({ server, asked: scenario })), ...again];
  const sent = new Map(measured.map((one) => [one, 2]));
  // Writes take longer until V8 has compiled what they call.
  for (const one of measured) await run(one, sent, scenario.isRead ? seconds : 4 * seconds);
  for (let round = 0; round < Number(options.rounds); round++) {
    const all = new Map();
    for (const one of round % 2 === 0 ? measured : measured.toReversed()) {
      const { pid } = one.server;
      const [own, sql] = [cpuSeconds(pid), cpuSeconds(database)];
      const result = await run(one, sent);
      const per = (seconds) => (seconds * 1000) / result.answered;
      const sqlMs = per(cpuSeconds(database) - sql);
      all.set(one, { ...result, ms: per(cpuSeconds(pid) - own) + sqlMs, sqlMs });
    }
    rounds.push(measured.map((one) => all.get(one)));
  }
  print(scenario, rounds);
}

async function run(one, sent, duration = seconds) {
  const { server, asked } = one;
  const stop = commitBeside(server.sql, asked);
  const result = await server.load(asked, { seconds: duration, from: sent.get(one) });
  await stop();
  sent.set(one, result.sent);
  return result;
}

/** Changes rows one by one from elsewhere. Their values stay the same, so that answers do. */
function commitBeside(sql, { commitsPerSecond = 0, committed }) {
  if (commitsPerSecond === 0) return async () => undefined;
  let [commits, n] = [Promise.resolve(), 0];
  const timer = setInterval(() => {
    commits = commits.then(() => sql`update ${sql(committed)} set locale = locale where id = ${(n++ % 1000) + 1}`);
  }, 1000 / commitsPerSecond);
  return () => {
    clearInterval(timer);
    return commits;
  };
}

function print({ name, title, least, repeated }, rounds) {
  const [ours, theirs, again] = [0, 1, 2].map((which) => rounds.map((all) => all[which]));
  const ratios = (which, key) =>
    rounds.map((all) => (key === 'ms' ? all[1].ms / all[which].ms : all[which][key] / all[1][key]));
  const middle = (list, key, digits) => median(list.map((one) => one[key])).toFixed(digits);
  const speeds = ratios(0, 'perSecond');
  const speed = [
    middle(ours, 'perSecond', 0),
    repeated ? middle(again, 'perSecond', 0) : '',
    middle(theirs, 'perSecond', 1),
    spread(speeds),
    repeated ? spread(ratios(2, 'perSecond')) : '',
    least === 0 ? '' : `≥ ${least}`,
  ];
  const costs = [middle(ours, 'ms', 2), middle(ours, 'sqlMs', 2)];
  const cost = [...costs, repeated ? middle(again, 'ms', 2) : '', middle(theirs, 'ms', 1)];
  console.log(row(name, title, [...speed, ...cost, spread(ratios(0, 'ms'))]) + refusals(ours, theirs));
  if (median(speeds) < least) below.push(name);
}

function refusals(ours, theirs) {
  const [own, other] = [ours, theirs].map((rounds) => rounds.reduce((sum, { refused }) => sum + refused, 0));
  return own + other === 0 ? '' : `  refused: ${own} and ${other}`;
}

function spread(ratios) {
  const sorted = ratios.toSorted((a, b) => a - b);
  const format = (ratio) => ratio.toFixed(ratio < 10 ? 1 : 0);
  return `${format(median(sorted))} (${format(sorted[0])} to ${format(sorted.at(-1))})`;
}

function row(name, title, columns) {
  const widths = [7, 8, 7, 18, 18, 7, 8, 8, 8, 8, 18];
  return `${name.padEnd(3)}${title.padEnd(43)}${columns.map((text, at) => text.padStart(widths[at])).join(' ')}`;
}
