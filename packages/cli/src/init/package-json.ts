import { basename } from 'node:path';

import { type ModificationOptions, applyEdits, modify } from 'jsonc-parser';

import { isObject } from '../config/plain-object.js';
import { Problem } from '../diagnostics/problem.js';
import { neededPackages } from '../project/packages.js';
import { dependencies, version } from '../version.js';

/** The part of a package.json that `init` reads. */
interface PackageManifest {
  readonly type?: string;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** Throws a problem for a file that npm would refuse, too. */
export function readManifest(text: string): PackageManifest {
  const manifest = objectIn(text);
  if (manifest === undefined) throw new Problem('package.json must contain a JSON object. Nothing was written.');
  for (const section of ['scripts', 'dependencies', 'devDependencies'] as const) {
    if (manifest[section] !== undefined && !isObject(manifest[section])) {
      throw new Problem(`package.json: ${section} must be an object. Nothing was written.`);
    }
  }
  return manifest;
}

function objectIn(text: string): PackageManifest | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function newManifest(root: string): string {
  const name = basename(root)
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, '-')
    .replace(/^-+|-+$/g, '');
  const manifest = {
    name: name || 'content-api',
    private: true,
    type: 'module',
    scripts: { ...scripts, ...serverScripts },
    dependencies: packages(neededPackages),
    devDependencies: packages(tools),
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

const scripts = {
  dev: 'content-gen serve',
  generate: 'content-gen generate',
  check: 'content-gen generate --check && tsc --noEmit',
};

/** For a project with `src/server.ts` and `tsconfig.build.json`. */
const serverScripts = {
  build: 'tsc -p tsconfig.build.json',
  // Half of Node's default size for young objects: as fast, and 30 MB less memory.
  start: 'node --max-semi-space-size=8 dist/server.js',
};

const testScripts = { test: 'vitest run' };

/** Which files a project has, or gets. */
export interface ProjectParts {
  /** `src/server.ts` and `tsconfig.build.json` */
  readonly hasServer: boolean;
  /** The test of `init`. */
  readonly hasTests: boolean;
}

/** The packages of development: the commands, the compiler, and the types of Node. */
const tools = ['content-gen', 'typescript', '@types/node'];

function packages(names: readonly string[]): Readonly<Record<string, string>> {
  const ranges: Readonly<Record<string, string | undefined>> = {
    ...dependencies,
    'content-gen': `^${version}`,
    '@content-gen/runtime': `^${version}`,
    typescript: '^7.0.0',
    '@types/node': '^20.19.0',
    vitest: '~4.1.0',
  };
  return Object.fromEntries(names.map((name) => [name, ranges[name] ?? '*']));
}

interface CompletedManifest {
  readonly text: string;
  /** The keys that were added: `scripts.dev`. */
  readonly added: readonly string[];
}

/** Adds the scripts and packages that a manifest lacks. Existing scripts and packages stay as they are. */
export function completeManifest(text: string, { hasServer, hasTests }: ProjectParts): CompletedManifest {
  const manifest = readManifest(text);
  const { dependencies: own = {}, devDependencies: development = {} } = manifest;
  const isAbsent = (name: string) => !(name in own) && !(name in development);
  const sections = {
    scripts: Object.entries({
      ...scripts,
      ...(hasServer ? serverScripts : {}),
      ...(hasTests ? testScripts : {}),
    }).filter(([name]) => !(name in (manifest.scripts ?? {}))),
    dependencies: Object.entries(packages(neededPackages.filter(isAbsent))),
    devDependencies: Object.entries(packages([...tools, ...(hasTests ? ['vitest'] : [])].filter(isAbsent))),
  };
  let completed = text;
  const added: string[] = [];
  for (const [section, entries] of Object.entries(sections)) {
    for (const [name, value] of entries) {
      completed = applyEdits(completed, modify(completed, [section, name], value, formatted(text)));
      added.push(`${section}.${name}`);
    }
  }
  return { text: completed, added };
}

/** The indentation of the file, or two spaces. */
function formatted(text: string): ModificationOptions {
  const [, indent = '  '] = /^([ \t]+)"/m.exec(text) ?? [];
  const insertSpaces = !indent.startsWith('\t');
  return {
    formattingOptions: {
      insertSpaces,
      tabSize: insertSpaces ? indent.length : 1,
      eol: text.includes('\r\n') ? '\r\n' : '\n',
    },
  };
}

/** Generated code consists of ES modules. */
export function asModule(text: string): string {
  return applyEdits(text, modify(text, ['type'], 'module', formatted(text)));
}

/** The packages that generated code imports and package.json does not list. */
export function missingFrom({
  dependencies: own = {},
  devDependencies: tools = {},
}: PackageManifest): readonly string[] {
  return neededPackages.filter((name) => !(name in own) && !(name in tools));
}

/** The first version of TypeScript in a range such as `^5.2`. Undefined for other ranges, and without TypeScript. */
export function typescriptOf({
  dependencies: own = {},
  devDependencies: tools = {},
}: PackageManifest): string | undefined {
  return /^[\^~>=v ]*(\d[\w.-]*)/.exec(tools['typescript'] ?? own['typescript'] ?? '')?.[1];
}
