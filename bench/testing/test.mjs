// How long a test file waits for its project: node bench/testing/test.mjs [times]
// The first start makes a server and a template. Later ones get a copy, which is compared with an empty database.
import { chmodSync, cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { testProject } from 'content-gen/test';
import postgres from 'postgres';

const { build } = createRequire(new URL('../../packages/cli/package.json', import.meta.url))('esbuild');
const times = Number(process.argv[2] ?? 20);
/** In milliseconds, once the server runs. */
const LIMIT = 100;

const here = dirname(fileURLToPath(import.meta.url));
const example = fileURLToPath(new URL('../../fixtures/example', import.meta.url));
// Below the bench package, so that the generated code finds its imports; open to the account of PostgreSQL.
const root = mkdtempSync(join(here, '.project-'));
chmodSync(root, 0o755);
try {
  cpSync(example, root, { recursive: true, filter: (path) => !/[\\/](\.content-gen|public)$/.test(path) });
  const { app, contentDefinition: content } = await load();

  const began = performance.now();
  const first = await testProject(app, { content, root });
  const firstMs = performance.now() - began;
  const copies = [];
  for (let count = 0; count < times; count++) {
    // Even the shortest test file takes longer, and so the keeper has made the next copy by then.
    await sleep(500);
    copies.push(
      await timed(async () => {
        const project = await testProject(app, { content, root });
        // Until the first answer, which opens a connection.
        if ((await project.request('/api/articles')).status !== 200) throw new Error('The API does not answer');
        return project.close;
      }),
    );
  }
  const empty = [];
  const sql = postgres(first.databaseUrl, { max: 1, onnotice: () => undefined });
  for (let count = 0; count < times; count++) {
    const name = `empty_${count}`;
    empty.push(
      await timed(async () => (await sql.unsafe(`create database ${name}`), () => sql.unsafe(`drop database ${name}`))),
    );
  }
  await sql.end();
  await first.close();

  const [copy, bare] = [copies, empty].map(best);
  console.table([
    { what: 'first project: server and template', ms: firstMs.toFixed(0) },
    {
      what: 'later project, to its first answer',
      ms: copy.toFixed(0),
      limit: LIMIT,
      reached: copy <= LIMIT ? 'yes' : 'no',
    },
    { what: 'create database, empty', ms: bare.toFixed(0) },
    { what: 'later project / empty database', ratio: (copy / bare).toFixed(2) },
  ]);
  if (copy > LIMIT) process.exitCode = 1;
  while (existsSync(join(root, '.content-gen', 'test'))) await sleep(100);
} finally {
  rmSync(root, { recursive: true });
}

/** The app of the example, which Node cannot load as it is. */
async function load() {
  const outfile = join(root, 'app.mjs');
  const contents = `export { default as app } from './src/app.ts';\nexport { contentDefinition } from './src/content/index.ts';\n`;
  const stdin = { contents, resolveDir: root, loader: 'ts' };
  await build({ stdin, outfile, bundle: true, packages: 'external', platform: 'node', format: 'esm' });
  return import(pathToFileURL(outfile).href);
}

async function timed(work) {
  const began = performance.now();
  const end = await work();
  const ms = performance.now() - began;
  await end();
  return ms;
}

/** Other work on the machine only ever adds time. */
function best(values) {
  return Math.min(...values);
}
