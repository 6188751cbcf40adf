// How long `content-gen serve` takes to answer when it has run before, and to follow a change: node bench/serve/start.mjs [--large] [times]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { writeProject } from '../generate/project.mjs';

const times = Number(process.argv.slice(2).find((arg) => /^\d+$/.test(arg)) ?? 5);
const here = dirname(fileURLToPath(import.meta.url));
const cli = fileURLToPath(new URL('../../packages/cli/bin/content-gen.js', import.meta.url));
const example = fileURLToPath(new URL('../../fixtures/example', import.meta.url));
const PORT = 13_370;

const projects = [
  {
    name: 'what init makes',
    async write(root) {
      const [code] = await once(spawn(process.execPath, [cli, 'init', '--yes'], { cwd: root }), 'exit');
      if (code !== 0) throw new Error(`init ended with ${code}`);
    },
    serve: [],
    type: 'content/article.ts',
    list: '/api/articles',
  },
  {
    name: 'the example',
    write: (root) =>
      cpSync(example, root, { recursive: true, filter: (path) => !/[\\/](\.content-gen|public)$/.test(path) }),
    serve: ['--seed', 'seed/seed.json'],
    type: 'content/article.ts',
    list: '/api/articles',
  },
];

if (process.argv.includes('--large')) {
  // For comparison: the limits are meant for projects that people begin with.
  projects.push({
    name: '200 content types',
    write(root) {
      writeProject(root, 200);
      writeFileSync(join(root, 'content-gen.config.json'), '{ "permissions": { "public": "*" } }');
    },
    serve: [],
    type: 'content/type-007.ts',
    list: '/api/type-007s',
    withLimits: false,
  });
}

const rows = [];
for (const project of projects) await measure(project);
console.table(rows);
if (rows.some((row) => row.reached === 'no')) process.exitCode = 1;

async function measure({ name, write, serve, type, list, withLimits = true }) {
  // Below the bench package, so that the generated code finds its imports; open to the account of PostgreSQL.
  const root = mkdtempSync(join(here, '.project-'));
  chmodSync(root, 0o755);
  try {
    await write(root);
    const first = await start(root, serve, list);
    await first.stop();

    const starts = [];
    for (let count = 0; count < times; count++) {
      const { seconds, stop } = await start(root, serve, list);
      starts.push(seconds);
      await stop();
    }
    add(`${name}: first start`, [first.seconds]);
    add(`${name}: later start`, starts, withLimits ? 2 : undefined);

    const server = await start(root, serve, list);
    const changes = [];
    for (let count = 0; count < times; count++) changes.push(await change(root, type, list, `added${count}`));
    await server.stop();
    add(`${name}: one field`, changes, withLimits ? 1.5 : undefined);
  } finally {
    rmSync(root, { recursive: true });
  }
}

/** From the start of the process to the first list that it answers. */
async function start(root, args, list) {
  const began = performance.now();
  const { DATABASE_URL: _, ...env } = process.env;
  const child = spawn(process.execPath, [cli, 'serve', '--json', '--port', String(PORT), ...args], { cwd: root, env });
  const exited = once(child, 'exit');
  const said = [];
  createInterface({ input: child.stdout }).on('line', (line) => said.push(line));
  const ended = () => {
    if (child.exitCode !== null) throw new Error(`serve ended with ${child.exitCode}:\n${said.join('\n')}`);
  };
  await until(list, (status) => status === 200, ended);
  const seconds = (performance.now() - began) / 1000;
  return { seconds, stop: () => (child.kill('SIGINT'), exited) };
}

/** From saving a definition with one more attribute to the first request that may use it. */
async function change(root, type, list, added) {
  const file = join(root, type);
  const text = readFileSync(file, 'utf8').replace('attributes: {', `attributes: {\n    ${added}: { type: 'string' },`);
  const began = performance.now();
  writeFileSync(file, text);
  await until(`${list}?filters[${added}][$null]=true`, (status) => status === 200);
  return (performance.now() - began) / 1000;
}

async function until(path, isEnough, check = () => undefined) {
  for (;;) {
    const response = await fetch(`http://127.0.0.1:${PORT}${path}`).catch(() => undefined);
    await response?.arrayBuffer();
    if (response !== undefined && isEnough(response.status)) return;
    check();
    await sleep(5);
  }
}

/** Other work on the machine only ever adds time, so the best run says what it takes. */
function add(what, seconds, limit) {
  const sorted = seconds.toSorted((a, b) => a - b);
  const best = sorted[0];
  rows.push({
    what,
    best: best.toFixed(2),
    median: sorted[Math.floor(sorted.length / 2)].toFixed(2),
    worst: sorted.at(-1).toFixed(2),
    limit: limit ?? '',
    reached: limit === undefined ? '' : best <= limit ? 'yes' : 'no',
  });
}
