// `npm start` as the first command in a clone: the example answers, also after the studio has been built beside it, and
// Ctrl-C ends everything. `.ci/run` calls it first, because only a clone that nothing was built in shows what is missing.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { npm, root } from './release/commands.mjs';

const LIMIT_MS = 600_000;

const started = Date.now();
const [program, ...args] = npm('start', '--', '--port', '0', '--json');
// A group of its own, which gets the signal as all processes of a terminal get Ctrl-C.
const server = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'], detached: true });
// Its output closes when the last process of the group has ended; npm itself may end before the server.
const ended = new Promise((resolve) => server.on('close', (code, signal) => resolve(code ?? signal)));
const limit = setTimeout(() => fail('It took too long.'), LIMIT_MS);

const { url } = await readyEvent();
await expectArticles();
console.log(`npm start answers after ${seconds()} s.`);
await until(async () => (await fetch(`${url}/studio`)).status === 200);
console.log(`The studio is there after ${seconds()} s.`);
await expectArticles();

process.kill(-server.pid, 'SIGINT');
const end = await ended;
if (![0, 130, 'SIGINT'].includes(end)) fail(`It ended with ${end} at Ctrl-C.`);
if (existsSync(join(root, 'fixtures/example/.content-gen/postgres/postmaster.pid'))) fail('Its database still runs.');
clearTimeout(limit);

async function readyEvent() {
  for await (const line of createInterface(server.stdout)) {
    // npm prints lines of its own first.
    const event = line.startsWith('{') ? JSON.parse(line) : {};
    if (event.event === 'ready') return event;
  }
  return fail(`It ended with ${await ended} before it served.`);
}

async function expectArticles() {
  const response = await fetch(`${url}/api/articles`);
  const text = await response.text();
  if (response.status !== 200 || JSON.parse(text).data.length === 0) fail(`/api/articles answered ${text}`);
}

async function until(condition) {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 200));
}

function seconds() {
  return Math.round((Date.now() - started) / 1000);
}

function fail(reason) {
  console.log(`npm start failed. ${reason}`);
  // SIGTERM, so that the server ends its database.
  if (server.exitCode === null && server.signalCode === null) process.kill(-server.pid, 'SIGTERM');
  process.exit(1);
}
