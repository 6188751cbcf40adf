// `npm run release` checks, builds and packs all packages. It is a dry run unless `--publish` is given, which also
// tags and publishes the commit. npm signs provenance in CI services only: `--without-provenance` publishes from
// elsewhere. `--prepare <version>` makes the commit to release.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { node, npm, output, root, run } from './release/commands.mjs';
import { cleanCommit, suites } from './release/passed-tests.mjs';
import { commitVersion, problemsBefore } from './release/preparation.mjs';
import { manifestOf, packages, publishingProblems, releaseProblems } from './release/readiness.mjs';
import { npmTag, tagCommit } from './release/tag.mjs';
import { contentProblems, listing, pack } from './release/tarballs.mjs';

try {
  const { prepared, ...options } = readOptions();
  if (prepared === undefined) release(options);
  else prepare(prepared);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

function readOptions() {
  const flag = { type: 'boolean', default: false };
  const options = { 'dry-run': flag, publish: flag, 'without-provenance': flag, prepare: { type: 'string' } };
  const { values } = parseArgs({ options });
  const tasks = ['dry-run', 'publish', 'prepare'].filter((name) => values[name]);
  if (tasks.length > 1) throw new Error(`--${tasks.join(' and --')} exclude each other.`);
  return { prepared: values.prepare, publishes: values.publish, provenance: !values['without-provenance'] };
}

function prepare(version) {
  stopOn(problemsBefore(version));
  commitVersion(version);
  const commands = Object.values(suites).join(' && ');
  console.log(`Committed the release of ${version}. Before you publish it, run: ${commands}`);
}

function release({ publishes, provenance }) {
  const { version } = manifestOf('cli');
  const commit = output(['git', 'rev-parse', 'HEAD']);
  const doubts = publishingProblems(version, commit);
  stopOn([...releaseProblems(version, commit), ...(publishes ? doubts : [])]);
  build();
  const folder = mkdtempSync(join(tmpdir(), 'content-gen-release-'));
  try {
    const tarballs = packages.map((name) => pack(name, folder));
    for (const tarball of tarballs) check(tarball);
    if (publishes) publish({ tarballs, version, commit, provenance });
    else reportDryRun(doubts);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function build() {
  // A file whose source is gone must not be packed.
  for (const name of packages) rmSync(join(root, 'packages', name, 'dist'), { recursive: true, force: true });
  run(node('.ci/setup.mjs'));
}

function check(tarball) {
  console.log(`\n${listing(tarball)}`);
  stopOn(contentProblems(tarball));
  run(node('node_modules/publint/src/cli.js', 'run', tarball.file, '--strict'));
  // The packages are ES modules only: resolution from CommonJS and by Node 10 is out of scope.
  const attw = node('node_modules/@arethetypeswrong/cli/dist/index.js', tarball.file, '--profile', 'esm-only');
  run([...attw, '--format', 'ascii', '--no-summary']);
}

/** The tag comes first: a release that failed half-way can run again, and only on the same commit. */
function publish({ tarballs, version, commit, provenance }) {
  // A person may edit or commit files while the build runs, and they would be packed.
  if (cleanCommit() !== commit) throw new Error(`The files are no longer those of commit ${commit}: run it again.`);
  tagCommit(version, commit);
  const options = ['--tag', npmTag(version), ...(provenance ? ['--provenance'] : [])];
  for (const { name, file } of tarballs) {
    if (output(npm('view', `${name}@${version}`, 'version'), { mayFail: true }) === version)
      console.log(`${name}@${version} is published already.`);
    // `npm run --silent` would hide the reason why npm refuses.
    else run(npm('publish', file, '--loglevel', 'notice', ...options));
  }
  console.log(`\nTagged and published ${version}.`);
}

function reportDryRun(doubts) {
  console.log('\nDry run: nothing is published. `npm run release -- --publish` tags and publishes.');
  for (const doubt of doubts) console.warn(`Warning: --publish would stop. ${doubt}`);
}

function stopOn(problems) {
  if (problems.length > 0) throw new Error(problems.join('\n'));
}
