import { join } from 'node:path';

import { root } from './commands.mjs';

export const changelogFile = join(root, 'CHANGELOG.md');

const unreleased = '## Unreleased';

/** Problems of a changelog that is about to get a part for `version`. */
export function preparationProblems(changelog, version) {
  const problems = [];
  const part = partOf(changelog, (heading) => heading === unreleased);
  if (part === undefined) problems.push(`CHANGELOG.md has no part "${unreleased}".`);
  else if (!part.hasEntries) problems.push(`CHANGELOG.md lists nothing in its part "${unreleased}".`);
  if (versionPart(changelog, version)) problems.push(`CHANGELOG.md has a part for ${version} already.`);
  return problems;
}

/** The changelog whose unreleased part carries the version and the date, below a new one that is empty. */
export function dated(changelog, version, date) {
  return changelog.replace(/^## Unreleased$/m, `$&\n\n## ${version} (${date})`);
}

/** Problems of a changelog in a commit that is `version`. */
export function releasedProblems(changelog, version) {
  const part = versionPart(changelog, version);
  if (part === undefined)
    return [`CHANGELOG.md has no part "## ${version} (<date>)": run "npm run release -- --prepare <version>".`];
  return part.hasEntries ? [] : [`CHANGELOG.md lists nothing in its part "${part.heading}".`];
}

/** Entries that were added after the part of the version was dated. */
export function lateEntryProblems(changelog, version) {
  if (!partOf(changelog, (heading) => heading === unreleased)?.hasEntries) return [];
  return [`CHANGELOG.md lists changes as unreleased: move them to the part of ${version}, or prepare another version.`];
}

function versionPart(changelog, version) {
  return partOf(changelog, (heading) => heading.startsWith(`## ${version} (`));
}

function partOf(changelog, isWanted) {
  const parts = changelog.split(/^(?=## )/m).map((text) => ({
    heading: text.split('\n', 1)[0],
    hasEntries: /^- \S/m.test(text),
  }));
  return parts.find(({ heading }) => isWanted(heading));
}
