/** Folders of their own, removed after the tests of a file. */
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { inject } from 'vitest';

export const workspace = fileURLToPath(new URL('../../../', import.meta.url));

/** By their path. Objects are written as JSON. */
export type Files = Readonly<Record<string, string | object>>;

export interface ProjectOptions {
  /** The folder to make it in. */
  readonly parent?: string;
  /** Makes it a project of modules with the packages of the workspace. */
  readonly packages?: boolean;
  /** Gives it a database that is made already, which saves the second that initdb takes. */
  readonly database?: boolean;
}

const folders: string[] = [];

/** `setup-file.ts` calls this after the tests of a file. */
export function removeProjects(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
}

/** A folder with these files. */
export function temporaryProject(
  files: Files = {},
  { parent = tmpdir(), packages = false, database = false }: ProjectOptions = {},
): string {
  mkdirSync(parent, { recursive: true });
  const root = mkdtempSync(join(parent, 'content-gen-test-'));
  folders.push(root);
  // PostgreSQL may run under another account, and temporary folders are closed to others.
  chmodSync(root, 0o755);
  if (packages) {
    symlinkSync(join(workspace, 'fixtures', 'node_modules'), join(root, 'node_modules'));
    writeFiles(root, { 'package.json': '{ "type": "module" }' });
  }
  // Unlike Node's own, this `cp` keeps the account that the files belong to.
  if (database) execFileSync('cp', ['-a', inject('database'), join(root, '.content-gen')]);
  giveCompilerCode(root);
  writeFiles(root, files);
  return root;
}

/** Saves half of the time that the first command in a project takes. Tests without processes have no such code. */
function giveCompilerCode(root: string): void {
  const code: string | undefined = inject('compilerCode');
  if (code === undefined) return;
  const folder = join(root, '.content-gen', 'cache');
  mkdirSync(folder, { recursive: true });
  copyFileSync(code, join(folder, basename(code)));
}

export function writeFiles(root: string, files: Files): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), typeof content === 'string' ? content : JSON.stringify(content, null, 2));
  }
}
