// How long `content-gen import` and `export` take, and how much memory: node bench/import/import.mjs [articles]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';

import { startPostgres } from '../requests/database.mjs';
import { schemas, writeArchive } from './archive.mjs';
import { fillPostgres, fillSqlite } from './database.mjs';

const articles = Number(process.argv[2] ?? 100_000);
const LIMIT = { seconds: 180, megabytes: 300 };
const here = dirname(fileURLToPath(import.meta.url));
const cli = fileURLToPath(new URL('../../packages/cli/bin/content-gen.js', import.meta.url));
const usage = fileURLToPath(new URL('../generate/usage.mjs', import.meta.url));

console.log(`${articles} articles, each with a draft and a published version`);
const server = await startPostgres();
// Below the bench package, so that the generated code finds its imports.
const root = mkdtempSync(join(here, '.project-'));
let failed = false;
try {
  for (const [path, content] of Object.entries(schemas)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), JSON.stringify(content));
  }
  await writeArchive(join(root, 'export.tar.gz'), articles);
  await run(server.url, ['migrate', 'create']);
  await measure('an archive', ['import', 'export.tar.gz'], 'fromarchive');
  await measure('the same again', ['import', 'export.tar.gz'], 'fromarchive');
  await measure('export', ['export', 'backup.tar.gz'], 'fromarchive');
  await measure('its own export', ['import', 'backup.tar.gz'], 'fromexport');
  const strapi = await server.database('strapi');
  await fillPostgres(strapi, articles);
  await measure('a PostgreSQL database', ['import', strapi, '--keep-urls'], 'frompostgres');
  const file = join(root, 'data.db');
  fillSqlite(file, articles);
  await measure('a SQLite database', ['import', file, '--keep-urls'], 'fromsqlite');
} finally {
  rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  await server.stop();
}
// The embedded server sets an exit code of its own.
process.exit(failed ? 1 : 0);

/** Runs a command on a database, with its tables, and prints the result at once, because a run takes minutes. */
async function measure(step, args, name) {
  const url = await server.database(name);
  await run(url, ['migrate', 'apply']);
  const before = await server.cpu();
  const { seconds, megabytes, cpu } = await run(url, args);
  const database = (await server.cpu()) - before;
  const isReached = seconds <= LIMIT.seconds && megabytes <= LIMIT.megabytes;
  failed ||= !isReached;
  console.log(
    `${step}: ${seconds.toFixed(1)} s, ${megabytes} MB (processor: ${cpu.toFixed(1)} s Node, ${database.toFixed(1)} s PostgreSQL)` +
      `${isReached ? '' : `, limit ${LIMIT.seconds} s and ${LIMIT.megabytes} MB`}`,
  );
}

/** Runs the command line in the project, and measures it without its database server. */
async function run(url, args) {
  const from = performance.now();
  const child = spawn(process.execPath, ['--import', usage, cli, ...args], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DATABASE_URL: url, USAGE_FILE: join(root, 'usage.json') },
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`content-gen ${args.join(' ')} ended with ${code}`);
  const { megabytes, cpu } = JSON.parse(readFileSync(join(root, 'usage.json'), 'utf8'));
  return { seconds: (performance.now() - from) / 1000, megabytes, cpu };
}
