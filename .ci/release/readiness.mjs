// Conditions of a release that take no build to check.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { changelogFile, changelogProblems } from './changelog.mjs';
import { output, root } from './commands.mjs';

/** In the order of publishing: the CLI depends on the runtime. */
export const packages = ['runtime', 'cli'];

export function releaseProblems() {
  const [runtime, cli] = packages.map(manifestOf);
  return [
    ...treeProblems(),
    ...versionProblems(runtime, cli),
    ...changelogProblems(readFileSync(changelogFile, 'utf8'), cli.version),
  ];
}

function treeProblems() {
  const changes = output(['git', 'status', '--porcelain']);
  return changes === '' ? [] : [`The working tree has changes that are not committed:\n${changes}`];
}

function versionProblems(runtime, cli) {
  const problems = [];
  if (runtime.version !== cli.version)
    problems.push(`The versions differ: ${runtime.name} ${runtime.version}, ${cli.name} ${cli.version}.`);
  const required = cli.dependencies[runtime.name];
  if (required !== runtime.version)
    problems.push(`${cli.name} depends on ${runtime.name} ${required}, not on ${runtime.version}.`);
  if (output(['git', 'tag', '--list', `v${cli.version}`]) !== '') problems.push(`v${cli.version} is tagged already.`);
  return problems;
}

function manifestOf(name) {
  return JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'));
}
