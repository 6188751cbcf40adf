import { readFileSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseEnv } from 'node:util';

import { parse } from 'jsonc-parser';
import { isMarked, isObject } from 'content-gen/tools';

import { isSyncFile } from './sync-files.js';

/** The files of a Strapi project. The files are read and never run. */
export interface StrapiProject {
  readonly root: string;
  /**
   * Every file under `src`, `config` and `database`, package.json, and code and patches elsewhere; sorted, with forward
   * slashes.
   */
  readonly files: readonly string[];
  /** Code that Strapi does not run, because Strapi runs another file of the same name. */
  readonly shadowed: readonly Shadowed[];
  readonly manifest: Manifest;
  /** The variables of `.env`. */
  readonly environment: Readonly<Record<string, string>>;
  /** Undefined if the file does not exist. */
  read(file: string): string | undefined;
}

interface Shadowed {
  readonly file: string;
  /** The file that Strapi runs instead. */
  readonly by: string;
}

interface Manifest {
  readonly text: string;
  /** Dependencies and development dependencies, by package. */
  readonly packages: Readonly<Record<string, string>>;
}

const FOLDERS = ['src', 'config', 'database'];
/** Folders with files that are made, or that belong to no code. */
const OTHER_FOLDERS = ['node_modules', 'dist', 'build', 'coverage', 'data', 'public', 'types'];
/** The settings of tools are no code of the project. */
const TOOL = /(^|\.)config\.[cm]?[jt]s$|\.d\.[cm]?ts$/;

/** The files of content-gen in the same folder are no part of the Strapi project. */
export function openProject(root: string): StrapiProject {
  const read = (file: string) => readText(join(root, file));
  const text = read('package.json');
  const all = [
    ...(text === undefined ? [] : ['package.json']),
    ...FOLDERS.flatMap((folder) => filesIn(root, folder)),
    ...codeBeside(root),
  ]
    .filter((file) => !isOurs(file, read))
    .sort();
  const shadowed = shadowedIn(all, read('tsconfig.json') !== undefined);
  return {
    root,
    files: all.filter((file) => shadowed.every((each) => each.file !== file)),
    shadowed,
    manifest: { text: text ?? '', packages: packagesOf(text) },
    environment: environmentOf(read('.env')),
    read,
  };
}

/**
 * A project with a tsconfig.json runs what it compiles: `api.ts` stands above `api.js`. A project without a
 * tsconfig.json runs scripts.
 */
function shadowedIn(files: readonly string[], isTypeScript: boolean): readonly Shadowed[] {
  const [above, below] = isTypeScript ? ['.ts', '.js'] : ['.js', '.ts'];
  return files.flatMap((file) => {
    if (!/^(src|config)\//.test(file) || !file.endsWith(below) || file.endsWith('.d.ts')) return [];
    const by = file.slice(0, -below.length) + above;
    return files.includes(by) ? [{ file, by }] : [];
  });
}

/** Code and patches of packages that are not in the folders of Strapi, such as `scripts/seed.js`. */
function codeBeside(root: string): readonly string[] {
  const skipped = [...FOLDERS, ...OTHER_FOLDERS, ...buildFolders(root)];
  const isSkipped = (name: string) => name.startsWith('.') || skipped.includes(name);
  return (
    listFolder(root)
      .filter(({ name }) => !isSkipped(name))
      // A folder with its own package.json is another project.
      .filter(({ name }) => readText(join(root, name, 'package.json')) === undefined)
      .flatMap((entry) => (entry.isDirectory() ? filesIn(root, entry.name) : [entry.name]))
      .filter(
        (file) => (/\.[cm]?[jt]sx?$/.test(file) && !TOOL.test(file)) || file.endsWith('.patch') || isSyncFile(file),
      )
  );
}

/** The folders that compilers write, such as that of the build which an earlier `move` planned. */
function buildFolders(root: string): readonly string[] {
  return listFolder(root)
    .filter(({ name }) => /^tsconfig(\..+)?\.json$/.test(name))
    .flatMap(({ name }) => {
      const config: unknown = parse(readText(join(root, name)) ?? '', [], { allowTrailingComma: true });
      const { compilerOptions } = isObject(config) ? config : {};
      const { outDir } = isObject(compilerOptions) ? compilerOptions : {};
      return typeof outDir === 'string' ? posix.normalize(outDir).split('/').slice(0, 1) : [];
    });
}

function isOurs(file: string, read: (file: string) => string | undefined): boolean {
  if (file.startsWith('src/moved/')) return true;
  if (!/\.(ts|json)$/.test(file) || file.endsWith('schema.json')) return false;
  const text = read(file) ?? '';
  const isGenerated = isMarked(text);
  return isGenerated || /from ['"]@content-gen\/runtime|content-gen move wrote this file/.test(text);
}

/** The line of a text in a file; the first line if the file does not have the text. */
export function lineOf(text: string, part: string): number {
  const at = text.indexOf(part);
  return at < 0 ? 1 : text.slice(0, at).split('\n').length;
}

function filesIn(root: string, folder: string): readonly string[] {
  const entries = listFolder(join(root, folder));
  return entries.flatMap((entry) => {
    const path = posix.join(folder, entry.name);
    if (entry.name === 'node_modules' || entry.name === 'dist') return [];
    return entry.isDirectory() ? filesIn(root, path) : [path];
  });
}

function listFolder(path: string) {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch {
    // A project need not have every folder.
    return [];
  }
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function packagesOf(text: string | undefined): Readonly<Record<string, string>> {
  try {
    const manifest: unknown = JSON.parse(text ?? '{}');
    if (!isObject(manifest)) return {};
    const { dependencies, devDependencies } = manifest;
    const all = [dependencies, devDependencies].flatMap((each) => (isObject(each) ? Object.entries(each) : []));
    return Object.fromEntries(all.map(([name, version]) => [name, String(version)]));
  } catch {
    // `npm install` reports a manifest that is not JSON.
    return {};
  }
}

function environmentOf(text: string | undefined): Readonly<Record<string, string>> {
  const entries = Object.entries(parseEnv(text ?? ''));
  return Object.fromEntries(entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}
