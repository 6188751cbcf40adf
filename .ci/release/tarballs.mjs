import { join } from 'node:path';

import { npm, output, root } from './commands.mjs';
import { pages } from './pages.mjs';

/** Packs a package: its name, version, sizes, files and the tarball's path. */
export function pack(name, folder) {
  // Without `--silent`, npm prints the name of each script before the JSON.
  const command = npm('pack', '--json', '--silent', '--pack-destination', folder);
  const [packed] = JSON.parse(output(command, { cwd: join(root, 'packages', name) }));
  return { ...packed, file: join(folder, packed.filename) };
}

/** Users need no tests, no sources except templates, and no source maps, which would point at missing sources. */
const template = /^dist\/templates\//;
const unwanted = /(^|\/)(src|test|node_modules)\/|\.test\.|\.map$|\.tsbuildinfo$|(?<!\.d)\.ts$/;
const required = ['package.json', 'LICENSE', 'README.md'];
/** `AGENTS.md` of a project names the pages. */
const requiredOf = { 'content-gen': pages };

export function contentProblems({ name, files }) {
  const paths = files.map(({ path }) => path);
  return [
    ...paths
      .filter((path) => unwanted.test(path) && !template.test(path))
      .map((path) => `${name} must not contain ${path}.`),
    ...[...required, ...(requiredOf[name] ?? [])]
      .filter((path) => !paths.includes(path))
      .map((path) => `${name} lacks ${path}.`),
  ];
}

export function listing({ id, files, size, unpackedSize }) {
  const lines = files.map((file) => `${kilobytes(file.size).padStart(12)}  ${file.path}`);
  const sizes = `${files.length} files, ${kilobytes(size)} packed, ${kilobytes(unpackedSize)} unpacked`;
  return [`${id}: ${sizes}`, ...lines].join('\n');
}

function kilobytes(bytes) {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
