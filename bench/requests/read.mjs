/**
 * Reads per second of the generated API beside handlers written by hand, interleaved in one run. Fails beyond its limits.
 *
 *   npm run bench:read [-- --seconds 5 --rounds 3 --only e]
 */
import { fork } from 'node:child_process';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';

import { freePort } from './database.mjs';
import { environmentOf } from './environment.mjs';
import { pathsOf, scenarios } from './scenarios.mjs';
import { startSeeded } from './seeded.mjs';

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
    only: { type: 'string' },
  },
});

const LIMITS = { ratio: 0.85, coldStartMs: 500, megabytes: 150 };
const beyond = [];

const postgres = await startSeeded();

const coldStarts = [];
let generated;
for (let run = 0; run < 5; run++) {
  generated?.child.kill();
  const began = process.hrtime.bigint();
  generated = await start('generated.mjs');
  await fetch(generated.url + '/api/articles?pagination[pageSize]=1');
  coldStarts.push(Number(process.hrtime.bigint() - began) / 1e6);
}
const coldStart = median(coldStarts);
const handwritten = await start('handwritten.mjs');

console.log(`cold start, process start to first answer, median of 5: ${coldStart.toFixed(0)} ms\n`);
if (coldStart > LIMITS.coldStartMs) beyond.push('cold start');
console.log('scenario                                           generated  by hand  ratio');
let peak = 0;
for (const [name, scenario] of Object.entries(scenarios)) {
  if (options.only !== undefined && !options.only.includes(name)) continue;
  const paths = pathsOf(scenario);
  await sameBytes(paths);
  const speeds = { generated: [], handwritten: [] };
  for (let round = 0; round < Number(options.rounds); round++) {
    speeds.generated.push(await speed(generated, paths));
    speeds.handwritten.push(await speed(handwritten, paths));
  }
  peak = Math.max(peak, await memory(generated));
  const [ours, theirs] = [median(speeds.generated), median(speeds.handwritten)];
  if (ours / theirs < LIMITS.ratio) beyond.push(`scenario ${name}`);
  console.log(
    `${name}  ${scenario.title.padEnd(47)} ${ours.toFixed(0).padStart(9)} ${theirs.toFixed(0).padStart(8)}  ${(ours / theirs).toFixed(2)}`,
  );
}
const megabytes = peak / 1024 / 1024;
console.log(`\npeak memory of the generated API under load: ${megabytes.toFixed(0)} MB RSS`);
if (megabytes > LIMITS.megabytes) beyond.push('memory');
console.log(beyond.length === 0 ? 'within all limits' : `beyond its limit: ${beyond.join(', ')}`);

for (const server of [generated, handwritten]) server.child.kill();
await postgres.stop();
process.exit(beyond.length === 0 ? 0 : 1);

async function start(file) {
  const port = await freePort();
  const child = fork(new URL(file, import.meta.url), {
    // As in the start script that `init` writes.
    execArgv: ['--max-semi-space-size=8'],
    env: environmentOf(postgres.url, port),
  });
  await new Promise((resolve) => child.once('message', resolve));
  return { child, url: `http://127.0.0.1:${port}` };
}

async function sameBytes(paths) {
  for (const path of paths.slice(0, 3)) {
    const [ours, theirs] = await Promise.all(
      [generated, handwritten].map(async ({ url }) => (await fetch(url + path)).text()),
    );
    if (ours !== theirs)
      throw new Error(`different answers to ${path}\n${ours.slice(0, 2000)}\n${theirs.slice(0, 2000)}`);
  }
}

async function speed({ url }, paths) {
  const run = (seconds) =>
    autocannon({ url, connections: 32, duration: seconds, requests: paths.map((path) => ({ method: 'GET', path })) });
  await run(1);
  const result = await run(Number(options.seconds));
  if (result.non2xx > 0) throw new Error(`${result.non2xx} answers were not 2xx`);
  return result.requests.average;
}

function memory({ child }) {
  return new Promise((resolve) => {
    child.once('message', ({ rss }) => resolve(rss));
    child.send('memory');
  });
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
