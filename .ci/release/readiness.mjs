// Conditions of a release that take no build to check.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { changelogFile, lateEntryProblems, releasedProblems } from './changelog.mjs';
import { output, root } from './commands.mjs';
import { hasPassed, suites } from './passed-tests.mjs';
import { tagProblems } from './tag.mjs';

/** In the order of publishing: the CLI depends on the runtime, and the last two depend on the CLI. */
export const packages = ['runtime', 'cli', 'strapi', 'create-content-gen'];

/** What every run checks: the version and the commit have to fit. */
export function releaseProblems(version, commit) {
  return [
    ...treeProblems(),
    ...versionProblems(packages.map(manifestOf)),
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

/** All packages have one version, and name each other by it. */
function versionProblems(manifests) {
  const problems = manifests.flatMap((manifest) => dependencyProblems(manifest, manifests));
  if (new Set(manifests.map(({ version }) => version)).size === 1) return problems;
  const versions = manifests.map(({ name, version }) => `${name} ${version}`).join(', ');
  return [`The versions differ: ${versions}.`, ...problems];
}

function dependencyProblems({ name, dependencies, devDependencies, peerDependencies }, manifests) {
  const required = [dependencies, devDependencies, peerDependencies].flatMap((list) => Object.entries(list ?? {}));
  return required.flatMap(([needed, range]) => {
    const found = manifests.find((manifest) => manifest.name === needed);
    if (found === undefined || found.version === range) return [];
    return [`${name} depends on ${needed} ${range}, not on ${found.version}.`];
  });
}

function testProblems(commit) {
  const missing = Object.keys(suites).filter((suite) => !hasPassed(commit, suite));
  if (missing.length === 0) return [];
  const commands = missing.map((suite) => `"${suites[suite]}"`).join(' and ');
  return [`The tests of commit ${commit} have not passed in this clone: run ${commands}.`];
}
