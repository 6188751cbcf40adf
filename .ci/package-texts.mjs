// `prepack` and `postpack` of all packages: npm packs LICENSE and README.md from the package's own folder only.
import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('../', import.meta.url);
// npm runs the scripts of a package in its folder.
const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
// The CLI shows the README of the repository. The others have committed ones of their own.
const takesReadme = manifest.name === 'content-gen';

const [task] = process.argv.slice(2);
if (task === 'write') write();
else if (task === 'remove') remove();
else throw new Error(`Expected "write" or "remove", not "${task}".`);

function write() {
  copyFileSync(new URL('LICENSE', root), 'LICENSE');
  if (takesReadme) writeFileSync('README.md', withAbsoluteLinks(readFileSync(new URL('README.md', root), 'utf8')));
}

function remove() {
  rmSync('LICENSE', { force: true });
  if (takesReadme) rmSync('README.md', { force: true });
}

/** Links to files of the repository lead to the tag of this version, because the package does not contain these files. */
function withAbsoluteLinks(markdown) {
  const files = `${manifest.homepage.replace(/#.*$/, '')}/blob/v${manifest.version}/`;
  return markdown.replaceAll(/(\]\()([^)\s]+)(?=\))/g, (link, start, target) => {
    if (/^([a-z]+:|#)/.test(target)) return link;
    const path = target.replace(/#.*$/, '');
    if (!existsSync(new URL(path, root)))
      throw new Error(`${fileURLToPath(root)}README.md links to a missing ${path}.`);
    return `${start}${files}${target}`;
  });
}
