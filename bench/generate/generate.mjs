// How long generation takes, with 200 content types of 20 attributes: node bench/generate/generate.mjs [types]
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { writeCalls, writeProject, writeType } from './project.mjs';

const count = Number(process.argv[2] ?? 200);
const here = dirname(fileURLToPath(import.meta.url));
const cli = fileURLToPath(new URL('../../packages/cli/bin/content-gen.js', import.meta.url));
const root = createRequire(new URL('../../package.json', import.meta.url));
const tsc = join(dirname(root.resolve('typescript/package.json')), 'bin', 'tsc');

/** Below the bench package, so that the generated code finds its imports. */
const project = mkdtempSync(join(here, '.project-'));
const usageFile = join(project, 'usage.json');
const rows = [];

try {
  writeProject(project, count);
  measure('cold', [cli, 'generate'], 10, 0);
  measure('warm', [cli, 'generate'], 1.5, 0);
  measure('--check', [cli, 'generate', '--check'], 1.5, 0);
  writeType(project, count, 7, "    added: { type: 'string' },\n");
  measure('one changed field', [cli, 'generate'], 1.5, 0);
  writeType(project, count, 8, "    added: { type: 'string' },\n");
  measure('one changed field, --check', [cli, 'generate', '--check'], 1.5, 2);
  writeType(project, count, 8);
  measure('tsc', [tsc, '-p', project], 10, 0);
  writeCalls(project, count);
  measure('tsc with 3 calls per type', [tsc, '-p', project], 15, 0);
} finally {
  rmSync(project, { recursive: true });
}
console.log(`${count} content types of 20 attributes`);
console.table(rows);
if (rows.some((row) => row.reached === 'no')) process.exitCode = 1;

function measure(what, [script, ...args], limitSeconds, expected) {
  rmSync(usageFile, { force: true });
  const env = {
    ...process.env,
    NODE_OPTIONS: `--import=${pathToFileURL(join(here, 'usage.mjs'))}`,
    USAGE_FILE: usageFile,
  };
  const start = process.hrtime.bigint();
  const { status, stderr } = spawnSync(process.execPath, [script, ...args], {
    cwd: project,
    env,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  const seconds = Number(process.hrtime.bigint() - start) / 1e9;
  if (status !== expected) throw new Error(`${what} ended with ${status}:\n${stderr}`);
  // The compiler is a process of its own, which leaves nothing behind.
  const { cpu, megabytes } = what.startsWith('tsc')
    ? { cpu: NaN, megabytes: NaN }
    : JSON.parse(readFileSync(usageFile, 'utf8'));
  const reached = seconds <= limitSeconds && !(megabytes >= 600) ? 'yes' : 'no';
  rows.push({
    what,
    seconds: round(seconds),
    limit: limitSeconds,
    'CPU seconds': round(cpu),
    'peak MB': megabytes,
    reached,
  });
}

function round(seconds) {
  return Number(seconds.toFixed(2));
}
