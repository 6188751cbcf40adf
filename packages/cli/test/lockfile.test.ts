/** The lockfile has the programs of every system: a package without one for a system installs there, and then fails. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { workspace } from './temporary-project.js';

const lockfile = readFileSync(join(workspace, 'pnpm-lock.yaml'), 'utf8');

/** Entries such as `'@esbuild/linux-x64@0.28.2':` with a `cpu` and an `os` of their own. */
const programs = [
  ...lockfile.matchAll(/^ {2}'?(\S+)@([^@\s]+?)'?:\n(?: {4}.*\n)*? {4}cpu: \[(.*)\]\n {4}os: \[(.*)\]$/gm),
].map(([, name = '', version, cpu, os]) => ({ family: `${familyOf(name)} ${version}`, cpu, os }));

/** The part of a name that the programs of one package share. */
function familyOf(name: string): string {
  return name.replace(/(linux|darwin|win32|windows).*/, '');
}

/** Systems such as `linux x64` for which a package has programs. */
function systemsOf(family: string): string[] {
  return programs
    .filter((program) => program.family === family)
    .flatMap(({ os = '', cpu = '' }) => os.split(', ').map((each) => `${each} ${cpu}`));
}

const families = new Set(programs.map(({ family }) => family).filter((each) => systemsOf(each).includes('linux x64')));

test('the lockfile has packages with programs', () => {
  expect([...families]).toContainEqual(expect.stringMatching(/^@turbo/));
});

test.each([...families])('%s has programs for Linux, macOS and Windows', (family) => {
  // The program of sharp for Windows contains its library.
  const others = family.includes('libvips') ? [] : ['win32 x64'];
  expect(systemsOf(family)).toEqual(expect.arrayContaining(['linux arm64', 'darwin arm64', 'darwin x64', ...others]));
});
