/** The built packages in a project, as npm installs them. Only their dependencies are links. */
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { type Files, temporaryProject, workspace, writeFiles } from '../temporary-project.js';

interface Manifest {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
}

/** Above the projects of a test file: copying hundreds of files for each project takes longer than its commands. */
let shared = '';

/** A project with the command line, and without the tools of a move. */
export function projectWithCli(files: Files = {}, options: { readonly database?: boolean } = {}): string {
  if (!existsSync(shared)) {
    shared = temporaryProject();
    install(shared, 'content-gen', 'cli');
  }
  return temporaryProject(
    { 'package.json': { name: 'site', type: 'module' }, ...files },
    { ...options, parent: join(shared, 'projects') },
  );
}

/** The tools of a move, in the version of the workspace or in another one. */
export function installTools(root: string, version?: string): void {
  const folder = install(root, '@content-gen/strapi', 'strapi');
  if (version !== undefined) writeFiles(folder, { 'package.json': { ...manifestIn(folder), version } });
}

/** A project with a command line of its own, beside the tools of a move. */
export function projectWithAll(files: Files): string {
  const root = temporaryProject({ 'package.json': { name: 'site', type: 'module' }, ...files });
  install(root, 'content-gen', 'cli');
  installTools(root);
  return root;
}

/** The program of the command line that a project has. */
export function programIn(root: string): string {
  const [own, above] = [root, shared].map((folder) =>
    join(folder, 'node_modules', 'content-gen', 'bin', 'content-gen.js'),
  );
  return existsSync(own!) ? own! : above!;
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
