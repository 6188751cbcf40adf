// How long `content-gen import` takes, and how much memory: node bench/import/import.mjs [articles]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';

import { schemas, writeArchive } from './archive.mjs';

const articles = Number(process.argv[2] ?? 100_000);
const LIMIT = { seconds: 180, megabytes: 300 };
const here = dirname(fileURLToPath(import.meta.url));
const cli = fileURLToPath(new URL('../../packages/cli/bin/content-gen.js', import.meta.url));
const usage = fileURLToPath(new URL('../generate/usage.mjs', import.meta.url));

// Below the bench package, so that the generated code finds its imports; open to the account of PostgreSQL.
const root = mkdtempSync(join(here, '.project-'));
chmodSync(root, 0o755);
const rows = [];
try {
  for (const [path, content] of Object.entries(schemas)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), JSON.stringify(content));
  }
  await writeArchive(join(root, 'export.tar.gz'), articles);
  await run(['migrate', 'create']);
  await run(['migrate', 'apply']);
  add('import', await run(['import', 'export.tar.gz']), LIMIT);
  add('the same again', await run(['import', 'export.tar.gz']), LIMIT);
  add('export', await run(['export', 'backup.tar.gz']), LIMIT);
} finally {
  rmSync(root, { recursive: true, force: true, maxRetries: 5 });
}
console.table(rows);
if (rows.some((row) => row.reached === 'no')) process.exitCode = 1;

/** Runs the command line in the project, and measures it without its database server. */
async function run(args) {
  const from = performance.now();
  const child = spawn(process.execPath, ['--import', usage, cli, ...args], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DATABASE_URL: '', USAGE_FILE: join(root, 'usage.json') },
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`content-gen ${args.join(' ')} ended with ${code}`);
  const { megabytes, cpu } = JSON.parse(readFileSync(join(root, 'usage.json'), 'utf8'));
  return { seconds: (performance.now() - from) / 1000, megabytes, cpu };
}

function add(step, { seconds, megabytes, cpu }, limit) {
  const reached = seconds <= limit.seconds && megabytes <= limit.megabytes ? 'yes' : 'no';
  rows.push({ step, articles, seconds: Number(seconds.toFixed(1)), cpu: Number(cpu.toFixed(1)), megabytes, reached });
}
