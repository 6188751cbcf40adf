/** The real command line, on real folders. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, inject } from 'vitest';

export { temporaryProject as project, writeFiles } from './temporary-project.js';

export const bin = fileURLToPath(new URL('../bin/content-gen.js', import.meta.url));

export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export function contentGen(cwd: string, ...args: readonly string[]): Promise<Outcome> {
  return run(process.execPath, [bin, ...args], cwd);
}

export function run(
  command: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv = {},
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = start(command, args, cwd, env);
    let [stdout, stderr] = ['', ''];
    child.stdout!.on('data', (text: Buffer) => (stdout += text.toString()));
    child.stderr!.on('data', (text: Buffer) => (stderr += text.toString()));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}

/** Clears what npm and vitest, which run these tests, have put into the environment. */
export const withoutNpm: Readonly<Record<string, undefined>> = Object.fromEntries(
  Object.keys(process.env)
    .filter((name) => /^(npm|pnpm|vitest)(_|$)/i.test(name))
    .map((name) => [name, undefined]),
);

declare module 'vitest' {
  interface ProvidedContext {
    /** A file of certificates, or an empty string. `vitest.config.ts` takes it from the environment. */
    certificates: string;
  }
}

/** The environment of npm that may load packages. */
export function npmEnvironment(): NodeJS.ProcessEnv {
  const certificates = inject('certificates');
  return { ...withoutNpm, ...(certificates === '' ? {} : { NODE_EXTRA_CA_CERTS: certificates }) };
}

/** npm, which has to succeed. */
export async function npm(cwd: string, ...args: readonly string[]): Promise<Outcome> {
  const outcome = await run('npm', args, cwd, npmEnvironment());
  expect(outcome.code, `npm ${args.join(' ')}\n${outcome.stdout}\n${outcome.stderr}`).toBe(0);
  return outcome;
}

export function start(
  command: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv = {},
  input: 'ignore' | 'pipe' = 'ignore',
): ChildProcess {
  const { FORCE_COLOR: _, ...inherited } = process.env;
  const child = spawn(command, args, { cwd, stdio: [input, 'pipe', 'pipe'], env: { ...inherited, ...env } });
  children.push(child);
  return child;
}

const children: ChildProcess[] = [];

/** `setup-file.ts` calls this after the tests of a file. */
export function endProcesses(): void {
  for (const child of children.splice(0)) child.kill('SIGKILL');
}

/** Every file below a folder, by its path; caches and packages left out. */
export async function filesIn(root: string): Promise<Readonly<Record<string, string>>> {
  const files: Record<string, string> = {};
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((found) => found.isFile())) {
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(root.length + 1);
    if (!/^(\.content-gen|\.git|node_modules)\//.test(name)) files[name] = await readFile(path, 'utf8');
  }
  return files;
}

/** A definition with these attributes, one per line. */
export function definition(name: string, attributes: readonly string[]): string {
  const lines = attributes.map((line) => `    ${line},\n`).join('');
  return `import { defineContentType } from 'content-gen';\n\nexport default defineContentType({\n  name: '${name}',\n  attributes: {\n${lines}  },\n});\n`;
}
