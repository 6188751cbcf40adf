/** The built packages in a project, as npm installs them. Only their dependencies are links. */
import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { type Files, temporaryProject, workspace, writeFiles } from '../temporary-project.js';

interface Manifest {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
}

/** A project with the command line, and without the tools of a move. */
export function projectWithCli(files: Files = {}, options: { readonly database?: boolean } = {}): string {
  const root = temporaryProject({}, options);
  install(root, 'content-gen', 'cli');
  writeFiles(root, { 'package.json': { name: 'site', type: 'module' }, ...files });
  return root;
}

/** The tools of a move, in the version of the workspace or in another one. */
export function installTools(root: string, version?: string): void {
  const folder = install(root, '@content-gen/strapi', 'strapi');
  if (version !== undefined) writeFiles(folder, { 'package.json': { ...manifestIn(folder), version } });
}

/** The program of the command line that is installed in a project. */
export function programIn(root: string): string {
  return join(root, 'node_modules', 'content-gen', 'bin', 'content-gen.js');
}

function install(root: string, name: string, source: string): string {
  const [from, to] = [join(workspace, 'packages', source), join(root, 'node_modules', name)];
  mkdirSync(to, { recursive: true });
  // Without the declarations, which are most of the files.
  const filter = (path: string) => !/\.(d\.ts|map)$/.test(path);
  const parts = source === 'cli' ? ['package.json', 'bin', 'dist'] : ['package.json', 'dist'];
  for (const part of parts) cpSync(join(from, part), join(to, part), { recursive: true, filter, force: true });
  for (const dependency of Object.keys(manifestIn(to).dependencies))
    link(join(from, 'node_modules', dependency), join(to, 'node_modules', dependency));
  return to;
}

function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path);
}

function manifestIn(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}
