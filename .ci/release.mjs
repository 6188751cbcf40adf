// `npm run release` checks, builds and packs both packages. It is a dry run unless `--publish` is given, which also
// publishes and tags them. npm signs provenance in CI services only: `--without-provenance` publishes from elsewhere.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { node, npm, output, root, run } from './release/commands.mjs';
import { changelogFile, dated } from './release/changelog.mjs';
import { packages, releaseProblems } from './release/readiness.mjs';
import { contentProblems, listing, pack } from './release/tarballs.mjs';

try {
  release(readOptions());
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

function release({ publishes, provenance }) {
  stopOn(releaseProblems());
  build();
  const folder = mkdtempSync(join(tmpdir(), 'content-gen-release-'));
  try {
    const tarballs = packages.map((name) => pack(name, folder));
    for (const tarball of tarballs) check(tarball);
    if (publishes) publish(tarballs, provenance);
    else console.log('\nDry run: nothing is published. `npm run release -- --publish` publishes and tags.');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readOptions() {
  const flag = { type: 'boolean', default: false };
  const { values } = parseArgs({ options: { 'dry-run': flag, publish: flag, 'without-provenance': flag } });
  if (values['dry-run'] && values.publish) throw new Error('--dry-run and --publish exclude each other.');
  return { publishes: values.publish, provenance: !values['without-provenance'] };
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

/** Tags at the end, so that a release that failed half-way can run again. */
function publish(tarballs, provenance) {
  const { version } = tarballs[0];
  for (const { name, file } of tarballs) {
    if (output(npm('view', `${name}@${version}`, 'version'), { mayFail: true }) === version) {
      console.log(`${name}@${version} is published already.`);
      continue;
    }
    // `npm run --silent` would hide the reason why npm refuses.
    run(npm('publish', file, '--loglevel', 'notice', ...(provenance ? ['--provenance'] : [])));
  }
  const today = new Date().toISOString().slice(0, 10);
  writeFileSync(changelogFile, dated(readFileSync(changelogFile, 'utf8'), version, today));
  run(['git', 'commit', '--quiet', '--message', `Release ${version}`, '--', changelogFile]);
  run(['git', 'tag', '--annotate', `v${version}`, '--message', `Version ${version}`]);
  console.log(`\nPublished and tagged ${version}. Now push both: git push --follow-tags`);
}

function stopOn(problems) {
  if (problems.length > 0) throw new Error(problems.join('\n'));
}
