import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

type Manager = 'npm' | 'pnpm' | 'yarn' | 'bun';

const lockfiles: readonly (readonly [string, Manager])[] = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
  // The last, because a project that left npm may still have the file.
  ['package-lock.json', 'npm'],
];

const adding: Readonly<Record<Manager, readonly string[]>> = {
  npm: ['npm', 'install', '--save-dev'],
  pnpm: ['pnpm', 'add', '--save-dev'],
  yarn: ['yarn', 'add', '--dev'],
  bun: ['bun', 'add', '--dev'],
};

/** The command that installs the packages of `package.json`. */
export function installerOf(root: string): string {
  return `${managerOf(root)} install`;
}

/** The command, as words, that adds a package for development. */
export function addingCommand(root: string, name: string): readonly string[] {
  const manager = managerOf(root);
  // pnpm refuses to add a package to the root of a workspace unless it is told so.
  const isWorkspace = manager === 'pnpm' && existsSync(join(root, 'pnpm-workspace.yaml'));
  return [...adding[manager], ...(isWorkspace ? ['--workspace-root'] : []), name];
}

/** The package manager of the nearest lockfile: the file is in this folder, or in a folder above. */
function managerOf(folder: string): Manager {
  const [, manager] = lockfiles.find(([file]) => existsSync(join(folder, file))) ?? [];
  if (manager !== undefined) return manager;
  return folder === dirname(folder) ? 'npm' : managerOf(dirname(folder));
}
