import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

import type { Config } from '../config/index.js';
import { openTemplates } from '../emit/render.js';
import { importExtension } from '../format/import-extension.js';
import { type MountTarget, mountLines } from './mount-routes.js';
import { isStrapiProject } from '../project/strapi-project.js';
import { type FoundApp, findApp } from './app.js';
import { type Manifest, asModule, missingFrom, newManifest } from './package-json.js';

/** A file that `init` creates or changes. */
export interface InitFile {
  readonly path: string;
  readonly content: string;
  readonly change: 'create' | 'change';
}

export interface InitPlan {
  readonly files: readonly InitFile[];
  /** Lines to paste into an app that content-gen cannot change. */
  readonly paste?: { readonly path: string; readonly lines: readonly string[] };
  /** Packages that package.json does not list. */
  readonly missing: readonly string[];
}

/** Plans the files that a project needs. Existing files stay as they are. */
export async function planInit(config: Config): Promise<InitPlan> {
  const { root } = config;
  const hasDefinitions = await holdsCode(root, config.content, /\.(ts|json)$/);
  const targetFor = targets(config);
  const app = await findApp(root, targetFor);
  const manifest = await planManifest(root, app);
  const isStrapi = isStrapiProject(root);

  const candidates = [
    manifest.file,
    // Strapi compiles every project with a tsconfig.json, so one in a project of JavaScript would break its start.
    isStrapi && !manifest.isModule ? undefined : await planTsconfig(root, manifest.isModule),
    config.file === undefined ? create('content-gen.config.ts', { example: !hasDefinitions }) : undefined,
    hasDefinitions ? undefined : { ...create('article.ts'), path: 'content/article.ts' },
    ...(await planApp(config, app, targetFor)),
    ...(app.kind === 'none' && (manifest.isModule || isStrapi)
      ? await planServer(config, targetFor, !manifest.isModule)
      : []),
    await planIgnore(root, isStrapi && !manifest.isModule ? [BUILD_FOLDER] : []),
  ];
  const files = candidates.filter((file) => file !== undefined);
  const paste = app.kind === 'unrecognised' ? { paste: { path: app.path, lines: mountLines(app.target) } } : {};
  return { files, missing: manifest.missing, ...paste };
}

interface PlannedManifest {
  readonly file: InitFile | undefined;
  readonly isModule: boolean;
  readonly missing: readonly string[];
}

async function planManifest(root: string, app: FoundApp): Promise<PlannedManifest> {
  const path = 'package.json';
  const text = await read(root, path);
  if (text === undefined) {
    return { file: { path, content: newManifest(root), change: 'create' }, isModule: true, missing: [] };
  }
  const manifest: Manifest = JSON.parse(text);
  const missing = missingFrom(manifest);
  if (manifest.type === 'module') return { file: undefined, isModule: true, missing };
  // Existing code may be CommonJS and must keep working.
  const hasCode = app.kind !== 'none' || (await holdsCode(root, ['src', 'lib', 'app'], /\.[cm]?[jt]sx?$/));
  if (hasCode) return { file: undefined, isModule: false, missing };
  return { file: { path, content: asModule(text), change: 'change' }, isModule: true, missing };
}

async function planTsconfig(root: string, isModule: boolean): Promise<InitFile | undefined> {
  if ((await read(root, 'tsconfig.json')) !== undefined) return undefined;
  return create('tsconfig.json', { module: isModule ? 'NodeNext' : 'Preserve' });
}

/** A new app with hooks. An existing app only gets the routes. */
async function planApp(
  { root, output }: Config,
  app: FoundApp,
  targetFor: (folder: string) => MountTarget,
): Promise<readonly InitFile[]> {
  if (app.kind === 'changed') return [{ path: app.path, content: app.content, change: 'change' }];
  if (app.kind !== 'none') return [];
  const target = targetFor('src');
  const extension = importExtension(root, output);
  const models = `${target.module.replace(/\/index\.\w+$/, '')}/models${extension}`;
  const files = [{ ...create('app.ts', { ...target, extension }), path: 'src/app.ts' }];
  if ((await read(root, 'src/hooks.ts')) === undefined)
    files.push({ ...create('hooks.ts', { models }), path: 'src/hooks.ts' });
  return files;
}

/** The folder of the build in a Strapi project, because `dist` belongs to Strapi there. */
const BUILD_FOLDER = 'dist-content/';

/** The server for production. A project with an app has its own way to serve it. */
async function planServer(
  { root, output }: Config,
  targetFor: (folder: string) => MountTarget,
  commonjs: boolean,
): Promise<readonly InitFile[]> {
  if (!output.startsWith('src/') || (await read(root, 'src/server.ts')) !== undefined) return [];
  const view = { module: targetFor('src').module, extension: importExtension(root, output), commonjs };
  const server = { ...create('server.ts', view), path: 'src/server.ts' };
  const isBuilt = (await read(root, 'tsconfig.build.json')) !== undefined;
  return [server, ...(isBuilt ? [] : [create('tsconfig.build.json', { commonjs })])];
}

/** The cache and the development database belong to one checkout. */
async function planIgnore(root: string, more: readonly string[]): Promise<InitFile | undefined> {
  const path = '.gitignore';
  const text = await read(root, path);
  const own = ['.content-gen/', ...more];
  if (text === undefined) {
    return { path, content: `${['node_modules/', 'dist/', ...own].join('\n')}\n`, change: 'create' };
  }
  if (/^\/?\.content-gen\/?\s*$/m.test(text)) return undefined;
  const separator = text === '' || text.endsWith('\n') ? '' : '\n';
  return { path, content: `${text}${separator}${own.join('\n')}\n`, change: 'change' };
}

/** Finds the import path of the generated routes for an app in a folder. */
function targets({ root, output, settings }: Config): (folder: string) => MountTarget {
  const extension = importExtension(root, output);
  return (folder) => {
    const here = folder === '.' ? [] : folder.split('/');
    const there = output.split('/');
    while (here.length > 0 && here[0] === there[0]) {
      here.shift();
      there.shift();
    }
    const path = [...(here.length === 0 ? ['.'] : here.map(() => '..')), ...there].join('/');
    return { module: extension === '' ? path : `${path}/index${extension}`, prefix: settings.api.prefix };
  };
}

function create(path: string, view: object = {}): InitFile {
  return { path, content: openTemplates()(`project/${path}`, view), change: 'create' };
}

async function holdsCode(root: string, folders: readonly string[], names: RegExp): Promise<boolean> {
  for (const folder of folders) {
    const found = await readdir(join(root, folder), { recursive: true }).catch(() => []);
    if (found.some((name) => names.test(name))) return true;
  }
  return false;
}

async function read(root: string, path: string): Promise<string | undefined> {
  return readFile(join(root, path), 'utf8').catch(() => undefined);
}
