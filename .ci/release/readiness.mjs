// Conditions of a release that take no build to check.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { changelogFile, lateEntryProblems, releasedProblems } from './changelog.mjs';
import { output, root } from './commands.mjs';
import { hasPassed, suites } from './passed-tests.mjs';
import { tagProblems } from './tag.mjs';

/** In the order of publishing: the CLI depends on the runtime. */
export const packages = ['runtime', 'cli'];

/** What every run checks: the version and the commit have to fit. */
export function releaseProblems(version, commit) {
  const [runtime, cli] = packages.map(manifestOf);
  return [
    ...treeProblems(),
    ...versionProblems(runtime, cli),
    ...releasedProblems(readFileSync(changelogFile, 'utf8'), version),
    ...tagProblems(version, commit),
  ];
}

/** What a dry run only warns of, because work on the next version goes on after each release. */
export function publishingProblems(version, commit) {
  return [...lateEntryProblems(readFileSync(changelogFile, 'utf8'), version), ...testProblems(commit)];
}

export function treeProblems() {
  const changes = output(['git', 'status', '--porcelain']);
  return changes === '' ? [] : [`The working tree has changes that are not committed:\n${changes}`];
}

export function manifestOf(name) {
  return JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'));
}

function versionProblems(runtime, cli) {
  const problems = [];
  if (runtime.version !== cli.version)
    problems.push(`The versions differ: ${runtime.name} ${runtime.version}, ${cli.name} ${cli.version}.`);
  const required = cli.dependencies[runtime.name];
  if (required !== runtime.version)
    problems.push(`${cli.name} depends on ${runtime.name} ${required}, not on ${runtime.version}.`);
  return problems;
}

function testProblems(commit) {
  const missing = Object.keys(suites).filter((suite) => !hasPassed(commit, suite));
  if (missing.length === 0) return [];
  const commands = missing.map((suite) => `"${suites[suite]}"`).join(' and ');
  return [`The tests of commit ${commit} have not passed in this clone: run ${commands}.`];
}
