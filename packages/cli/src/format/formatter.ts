import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, parse } from 'node:path';

/** The prettier of a project and a fingerprint of its options. Equal fingerprints give equal output. */
interface Formatter {
  /** The module to import. */
  readonly module: string;
  /** Absent if the config is a program, because only running it shows the options. */
  readonly fingerprint?: string;
}

const dataFiles = ['', '.json', '.yaml', '.yml', '.json5', '.toml'].map((end) => `.prettierrc${end}`);
const programs = ['js', 'ts', 'mjs', 'mts', 'cjs', 'cts'].flatMap((end) => [
  `.prettierrc.${end}`,
  `prettier.config.${end}`,
]);

/** The project's own prettier if it is installed, otherwise the one of content-gen. */
export function findFormatter(root: string, output: string): Formatter {
  const { module, version } = resolvePrettier(root);
  const hash = createHash('sha256').update(version);
  for (const folder of upwards(join(root, output))) {
    if (programs.some((name) => read(join(folder, name)) !== undefined)) return { module };
    for (const name of [...dataFiles, '.editorconfig', 'package.yaml']) {
      const content = read(join(folder, name));
      if (content !== undefined) hash.update(`\0${folder.length}\0${name}\0${content}`);
    }
    hash.update(`\0${packageConfig(read(join(folder, 'package.json')))}`);
  }
  return { module, fingerprint: hash.digest('hex') };
}

function resolvePrettier(root: string): { module: string; version: string } {
  for (const from of [join(root, 'package.json'), import.meta.url]) {
    const { resolve } = createRequire(from);
    try {
      const manifest = readFileSync(resolve('prettier/package.json'), 'utf8');
      const { version }: { readonly version: string } = JSON.parse(manifest);
      return { module: resolve('prettier'), version };
    } catch {
      // Not installed there.
    }
  }
  throw new Error('prettier is missing. Reinstall content-gen.');
}

function packageConfig(content: string | undefined): string {
  try {
    const { prettier }: { readonly prettier?: unknown } = JSON.parse(content ?? '{}');
    return JSON.stringify(prettier ?? null);
  } catch {
    return 'unreadable';
  }
}

function upwards(folder: string): readonly string[] {
  return folder === parse(folder).root ? [folder] : [folder, ...upwards(dirname(folder))];
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
