/**
 * How fast a create (g) and a connect (h) of `bench:strapi` could be at all: the generated API beside bare servers, which
 * send its statements over the same driver and do nothing else. The statements come from the log of PostgreSQL.
 *
 *   npm run bench:bare [-- --seconds 3 --rounds 5]
 *
 * Rounds of the servers alternate. Each figure is the median of the rounds.
 */
import { parseArgs } from 'node:util';

import { startPostgres } from '../requests/database.mjs';
import { cpuSeconds, postmasterOf } from './cpu.mjs';
import { median } from './median.mjs';
import { requests } from './requests.mjs';
import { startBare, startGenerated } from './servers.mjs';

const { values: options } = parseArgs({
  options: { seconds: { type: 'string', default: '3' }, rounds: { type: 'string', default: '5' } },
});

const log = [];
const postgres = await startPostgres(['-c', 'max_connections=50'], (line) => log.push(String(line)));
const generated = await startGenerated(postgres, false);
const servers = [generated];
try {
  const scenarios = (await requests()).filter(({ name }) => name === 'g' || name === 'h');
  const texts = {};
  for (const { name, request } of scenarios) texts[name] = await statementsOf(request(1));
  servers.push(await startBare(generated, 'bare', texts, false));
  servers.push(await startBare(generated, 'bare, without locks', texts, true));
  for (const scenario of scenarios) await measure(scenario);
} finally {
  for (const server of servers) await server.stop();
  await generated.sql.end();
  await postgres.stop();
}
process.exit();

/** The statements that lock, load and write. */
async function statementsOf(request) {
  await generated.sql.unsafe(`alter system set log_min_duration_statement = 0`);
  await generated.sql`select pg_reload_conf()`;
  log.length = 0;
  // Connections read the new setting before their next statement, and the log arrives later than the answer.
  for (let n = 0; n < 5; n++) await generated.ask(request);
  await new Promise((resolve) => setTimeout(resolve, 500));
  await generated.sql.unsafe(`alter system reset log_min_duration_statement`);
  await generated.sql`select pg_reload_conf()`;
  const found = [...log.join('').matchAll(/ execute [^:]+: ((?:select|with) .*)/g)].map(([, text]) => text);
  const [write] = found.filter((text) => text.startsWith('with '));
  const before = found.slice(found.indexOf(write) - 2, found.indexOf(write));
  if (before.length < 2) throw new Error(`The log has no statements: ${log.join('').slice(0, 2_000)}`);
  return [...before, write];
}

async function measure(scenario) {
  const database = await postmasterOf(generated.sql);
  const rounds = new Map(servers.map((server) => [server, []]));
  let from = 2;
  const run = async (server, seconds) => {
    const result = await server.load(scenario, { seconds, from });
    if (result.refused > 0) throw new Error(`${server.name} refused ${result.refused} requests`);
    from = result.sent;
    return result;
  };
  // V8 needs some thousand requests to compile what they call.
  for (const server of servers) await run(server, 4 * Number(options.seconds));
  for (let round = 0; round < Number(options.rounds); round++)
    for (const server of servers) {
      const [own, sql] = [cpuSeconds(server.pid), cpuSeconds(database)];
      const { perSecond, answered } = await run(server, Number(options.seconds));
      const per = (seconds) => (seconds * 1000) / answered;
      rounds.get(server).push([perSecond, per(cpuSeconds(server.pid) - own), per(cpuSeconds(database) - sql)]);
    }
  console.log(`\n${scenario.name}  ${scenario.title}`);
  for (const [{ name }, all] of rounds) {
    const [speed, node, sql] = [0, 1, 2].map((which) => median(all.map((one) => one[which])));
    console.log(
      `  ${name.padEnd(22)}${speed.toFixed(0).padStart(6)}/s  Node ${node.toFixed(2)} ms, PostgreSQL ${sql.toFixed(2)} ms`,
    );
  }
}
