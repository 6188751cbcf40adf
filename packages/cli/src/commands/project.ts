import { readFile, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';

import type { Config } from '../config.js';
import { openTemplates } from '../emit/render.js';
import { importExtension } from '../format/extension.js';
import { type MountTarget, mountLines } from '../mount.js';
import { dependencies, version } from '../version.js';
import { findApp } from './app.js';

/** A file that `init` writes, whole or changed. */
export interface InitFile {
  readonly path: string;
  readonly content: string;
  readonly change: 'create' | 'change';
}

export interface InitPlan {
  readonly files: readonly InitFile[];
  /** Lines to paste into an app that we do not know how to change. */
  readonly paste?: { readonly path: string; readonly lines: readonly string[] };
  /** Packages that the project's package.json does not name. */
  readonly missing: readonly string[];
}

/** What a project lacks to be one of ours. What is there stays as it is. */
export async function planInit(config: Config): Promise<InitPlan> {
  const { root } = config;
  const render = openTemplates();
  const create = (path: string, template: string, view: object = {}): InitFile => ({
    path,
    content: render(`project/${template}`, view),
    change: 'create',
  });

  const files: InitFile[] = [];
  const manifest = await readManifest(root);
  if (manifest === undefined) files.push({ path: 'package.json', content: newManifest(root), change: 'create' });
  if (!(await exists(root, 'tsconfig.json'))) files.push(create('tsconfig.json', 'tsconfig.json'));

  const hasDefinitions = await holdsFiles(config);
  if (config.file === undefined) {
    files.push(create('content-gen.config.ts', 'content-gen.config.ts', { example: !hasDefinitions }));
  }
  if (!hasDefinitions) files.push(create('content/article.ts', 'article.ts'));

  const extension = importExtension(root, config.output);
  const targetFor = (folder: string): MountTarget => ({
    module: moduleFrom(folder, config.output, extension),
    prefix: config.settings.api.prefix,
  });
  const app = await findApp(root, targetFor);
  if (app.kind === 'none') {
    const [importLine, mountLine] = mountLines(targetFor('src'));
    files.push(create('src/app.ts', 'app.ts', { importLine, mountLine }));
  } else if (app.kind === 'changed') {
    files.push({ path: app.path, content: app.content, change: 'change' });
  }

  const ignored = await planIgnore(root);
  if (ignored !== undefined) files.push(ignored);
  const paste = app.kind === 'unrecognised' ? { paste: { path: app.path, lines: mountLines(app.target) } } : {};
  return { files, missing: manifest === undefined ? [] : missingFrom(manifest), ...paste };
}

interface Manifest {
  readonly dependencies?: Record<string, string>;
  readonly devDependencies?: Record<string, string>;
}

const needed = ['@content-gen/runtime', 'drizzle-orm', 'hono'];

function newManifest(root: string): string {
  const name =
    basename(root)
      .toLowerCase()
      .replace(/[^a-z0-9-]+/g, '-')
      .replace(/^-+|-+$/g, '') || 'content-api';
  const manifest = {
    name,
    private: true,
    type: 'module',
    scripts: {
      dev: 'content-gen serve',
      generate: 'content-gen generate',
      check: 'content-gen generate --check && tsc --noEmit',
    },
    dependencies: {
      '@content-gen/runtime': `^${version}`,
      'drizzle-orm': dependencies['drizzle-orm'],
      hono: dependencies['hono'],
    },
    devDependencies: { 'content-gen': `^${version}`, typescript: '^7.0.0' },
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

function missingFrom({ dependencies = {}, devDependencies = {} }: Manifest): readonly string[] {
  return needed.filter((name) => !(name in dependencies) && !(name in devDependencies));
}

async function readManifest(root: string): Promise<Manifest | undefined> {
  const text = await read(root, 'package.json');
  return text === undefined ? undefined : (JSON.parse(text) as Manifest);
}

/** The cache and the database of development belong to one checkout. */
async function planIgnore(root: string): Promise<InitFile | undefined> {
  const text = await read(root, '.gitignore');
  if (text === undefined) {
    return { path: '.gitignore', content: 'node_modules/\ndist/\n.content-gen/\n', change: 'create' };
  }
  if (/^\/?\.content-gen\/?\s*$/m.test(text)) return undefined;
  const separator = text === '' || text.endsWith('\n') ? '' : '\n';
  return { path: '.gitignore', content: `${text}${separator}.content-gen/\n`, change: 'change' };
}

async function holdsFiles({ root, content }: Config): Promise<boolean> {
  for (const folder of content) {
    const found = await readdir(join(root, folder), { recursive: true }).catch(() => []);
    if (found.some((name) => /\.(ts|json)$/.test(name))) return true;
  }
  return false;
}

function moduleFrom(folder: string, output: string, extension: string): string {
  const depth = folder === '.' ? [] : folder.split('/');
  const target = output.split('/');
  while (depth.length > 0 && depth[0] === target[0]) {
    depth.shift();
    target.shift();
  }
  const up = depth.map(() => '..');
  const path = [...(up.length === 0 ? ['.'] : up), ...target].join('/');
  return extension === '' ? path : `${path}/index${extension}`;
}

async function exists(root: string, path: string): Promise<boolean> {
  return (await read(root, path)) !== undefined;
}

async function read(root: string, path: string): Promise<string | undefined> {
  return readFile(join(root, path), 'utf8').catch(() => undefined);
}
