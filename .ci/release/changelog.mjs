import { join } from 'node:path';

import { root } from './commands.mjs';

export const changelogFile = join(root, 'CHANGELOG.md');

const heading = /^## Unreleased$/m;

/** Problems of a changelog from which `version` is about to be released. */
export function changelogProblems(changelog, version) {
  const unreleased = unreleasedPart(changelog);
  const problems = [];
  if (unreleased === undefined) problems.push('CHANGELOG.md has no part "## Unreleased".');
  else if (!/^- \S/m.test(unreleased)) problems.push('CHANGELOG.md lists nothing in its part "## Unreleased".');
  const released = changelog.split('\n').some((line) => line.startsWith(`## ${version} `));
  if (released) problems.push(`CHANGELOG.md has a part for ${version} already.`);
  return problems;
}

/** The changelog after a release: its unreleased part carries the version and the date, and a new part is empty. */
export function dated(changelog, version, date) {
  return changelog.replace(heading, `## Unreleased\n\n## ${version} (${date})`);
}

function unreleasedPart(changelog) {
  const found = heading.exec(changelog);
  if (!found) return undefined;
  const [part] = changelog.slice(found.index + found[0].length).split(/^## /m);
  return part;
}
