import { spawn } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { constants } from 'node:os';
import { join, resolve } from 'node:path';

import { build } from 'esbuild';

import type { Config } from '../config/index.js';
import { ourPackages } from '../project/packages.js';
import { explained, keepImportMeta } from './bundle.js';

interface Script {
  /** Relative to the folder of the command. */
  readonly path: string;
  readonly args: readonly string[];
  /** Variables besides those of this process. */
  readonly variables: Readonly<Record<string, string>>;
  readonly cwd: string;
}

/**
 * Runs a script of the project in a process of its own, and returns its exit code. The bundler reads the `paths` of the
 * nearest tsconfig.json, which Node knows nothing of. Packages stay outside, so that all code uses the same copy.
 */
export async function runScript(config: Config, script: Script): Promise<number> {
  const folder = join(config.root, '.content-gen', 'cache', 'run', String(process.pid));
  await mkdir(folder, { recursive: true });
  try {
    const outfile = join(folder, 'script.mjs');
    await bundleScript(config, resolve(script.cwd, script.path), outfile);
    return await runFile(outfile, script);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function bundleScript({ root, output }: Config, entry: string, outfile: string): Promise<void> {
  await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: 'inline',
    sourcesContent: false,
    logLevel: 'silent',
    plugins: [ourPackages(root), keepImportMeta(join(root, output))],
  }).catch((error: unknown) => {
    throw explained(error);
  });
}

async function runFile(file: string, { args, variables, cwd }: Script): Promise<number> {
  const child = spawn(process.execPath, ['--enable-source-maps', file, ...args], {
    cwd,
    env: { ...process.env, ...variables },
    stdio: 'inherit',
  });
  const pass = (signal: NodeJS.Signals) => child.kill(signal);
  // A terminal sends Ctrl-C to the script as well, which must not get it twice.
  const passed: readonly NodeJS.Signals[] = process.stdin.isTTY
    ? ['SIGTERM', 'SIGHUP']
    : ['SIGTERM', 'SIGHUP', 'SIGINT'];
  const ignore = () => undefined;
  for (const signal of passed) process.on(signal, pass);
  process.on('SIGINT', ignore);
  try {
    return await new Promise<number>((done, fail) => {
      child.once('error', fail);
      child.once('exit', (code, signal) => done(code ?? 128 + constants.signals[signal ?? 'SIGKILL']));
    });
  } finally {
    for (const each of passed) process.off(each, pass);
    process.off('SIGINT', ignore);
  }
}
