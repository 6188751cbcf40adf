// `prepack` and `postpack` of all packages: npm packs LICENSE, README.md and docs from the package's own folder only.
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

import { packagedPage, pages } from './release/pages.mjs';

const root = new URL('../', import.meta.url);
// npm runs the scripts of a package in its folder.
const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
// The CLI has the README and the documentation of the repository. The others have committed READMEs of their own.
const takesPages = manifest.name === 'content-gen';

const [task] = process.argv.slice(2);
if (task === 'write') write();
else if (task === 'remove') remove();
else throw new Error(`Expected "write" or "remove", not "${task}".`);

function write() {
  copyFileSync(new URL('LICENSE', root), 'LICENSE');
  if (!takesPages) return;
  // The pages link to each other. npm shows the README, where only absolute links work.
  writeFileSync('README.md', packagedPage('README.md', [], manifest));
  mkdirSync('docs', { recursive: true });
  for (const page of pages) writeFileSync(page, packagedPage(page, ['README.md', ...pages], manifest));
}

function remove() {
  rmSync('LICENSE', { force: true });
  if (!takesPages) return;
  rmSync('README.md', { force: true });
  rmSync('docs', { recursive: true, force: true });
}
