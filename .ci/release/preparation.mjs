// The commit of a release: its manifests, the lockfile and the changelog have the new version.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { changelogFile, dated, preparationProblems } from './changelog.mjs';
import { root, run } from './commands.mjs';
import { packages, treeProblems } from './readiness.mjs';

/** The studio is not published, but the runtime names the version of the studio that it contains. */
const manifests = [...packages, 'studio'].map((name) => join(root, 'packages', name, 'package.json'));

export function problemsBefore(version) {
  if (!/^\d+\.\d+\.\d+(-[\da-z.-]+)?$/i.test(version))
    return [`"${version}" is no version such as 1.2.0 or 1.2.0-rc.1.`];
  return [...treeProblems(), ...preparationProblems(readFileSync(changelogFile, 'utf8'), version)];
}

export function commitVersion(version) {
  for (const file of manifests)
    edit(file, (text) => text.replaceAll(/("(?:version|content-gen|@content-gen\/\w+)": )"\d.*?"/g, `$1"${version}"`));
  // The lockfile has the version where a package of the workspace needs another. `pnpm install` could change more.
  edit(join(root, 'pnpm-lock.yaml'), (text) =>
    text.replaceAll(/(specifier: )(?!workspace:)\S+(?=\n +version: link:)/g, `$1${version}`),
  );
  edit(changelogFile, (text) => dated(text, version, new Date().toISOString().slice(0, 10)));
  run(['git', 'commit', '--quiet', '--all', '--message', `Release ${version}`]);
}

function edit(file, change) {
  writeFileSync(file, change(readFileSync(file, 'utf8')));
}
