// The pages of the documentation that ship in the package of the command line.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';

import { root } from './commands.mjs';

/** Those below `docs/architecture` are for people who change content-gen, and stay in the repository. */
export const pages = readdirSync(join(root, 'docs'))
  .filter((name) => name.endsWith('.md'))
  .map((name) => `docs/${name}`);

/**
 * The text of a page in the package of `manifest`. A link to a shipped page stays as it is. A link to another file of the
 * repository leads to the tag of this version, because the package does not contain that file.
 */
export function packagedPage(page, shipped, manifest) {
  const files = `${manifest.homepage.replace(/#.*$/, '')}/blob/v${manifest.version}/`;
  const text = readFileSync(join(root, page), 'utf8');
  return text.replaceAll(/(\]\(|^\[[^\]]+\]: )([^)\s]+)/gm, (link, start, target) => {
    if (/^([a-z]+:|#)/.test(target)) return link;
    const [, path, heading] = /^([^#]*)(.*)$/.exec(target);
    const linked = posix.join(posix.dirname(page), path);
    if (shipped.includes(linked)) return link;
    if (!existsSync(join(root, linked))) throw new Error(`${page} links to a missing ${linked}.`);
    return `${start}${files}${linked}${heading}`;
  });
}
