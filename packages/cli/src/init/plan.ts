import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

import type { Config } from '../config/index.js';
import { openTemplates } from '../emit/render.js';
import { importExtension } from '../format/import-extension.js';
import { runsAsCommonjs } from './module-format.js';
import { planGitignore, planPrettierIgnore } from './ignore-files.js';
import { type MountTarget, mountLines } from './mount-routes.js';
import { manifestText } from '../project/manifest.js';
import { installedVersion } from '../project/packages.js';
import { isStrapiProject } from '../project/strapi-project.js';
import { AGENTS, type AgentsRequest, planAgents } from './agents.js';
import { type FoundApp, findHonoApp } from './app.js';
import {
  type ProjectParts,
  asModule,
  completeManifest,
  missingFrom,
  newManifest,
  readManifest,
  typescriptOf,
} from './package-json.js';

/** A file that `init` creates or changes. */
export interface InitFile {
  readonly path: string;
  readonly content: string;
  readonly change: 'create' | 'change';
}

export interface InitPlan {
  readonly files: readonly InitFile[];
  /** Files that were asked for and exist already, so that they stay as they are. */
  readonly kept: readonly string[];
  /** Lines to paste into an app that content-gen cannot change. */
  readonly paste?: { readonly path: string; readonly lines: readonly string[] };
  /** The file of an app that the project had before. */
  readonly app?: string;
  /** Packages that package.json does not list. */
  readonly missing: readonly string[];
  /** The keys that an existing package.json gets: `scripts.dev`. */
  readonly added: readonly string[];
  /** The end of import paths in the files of the plan. */
  readonly extension: '.js' | '';
  /** A new app runs as CommonJS. */
  readonly commonjs: boolean;
}

interface InitRequest {
  /** Asks for `AGENTS.md`. */
  readonly agents?: AgentsRequest;
}

/** Plans the files that a project needs. Existing files stay as they are. */
export async function planInit(config: Config, { agents }: InitRequest = {}): Promise<InitPlan> {
  const { root, output } = config;
  const hasDefinitions = await holdsCode(root, config.content, /\.(ts|json)$/);
  const hasTsconfig = (await read(root, 'tsconfig.json')) !== undefined;
  // A tsconfig.json in a folder above says nothing about a project that gets its own. Every resolution accepts `.js`.
  const extension = hasTsconfig ? importExtension(root, output) : '.js';
  const targetFor = targets(config, extension);
  const app = await findHonoApp(root, targetFor);
  const manifest = await planManifest(root, app);
  const { isModule } = manifest;
  const besideStrapi = isStrapiProject(root) && (manifest.runsStrapi || !isModule);
  const commonjs = !isModule && (besideStrapi || runsAsCommonjs(root));

  const server =
    app.kind === 'none' && output.startsWith('src/') && (isModule || besideStrapi)
      ? await planServer(
          root,
          { module: targetFor('src').module, extension },
          besideStrapi ? buildBesideStrapi(root, manifest) : { commonjs: false },
        )
      : [];
  // Strapi has its own scripts, packages and compiler.
  const hasServer =
    server.length > 0 || ((await read(root, 'src/server.ts')) && (await read(root, 'tsconfig.build.json')));
  const isNew = app.kind === 'none' && isModule && !besideStrapi && !hasDefinitions && config.file === undefined;
  const tests = isNew ? await planTest(root, { ...targetFor('test'), extension }) : [];
  const hasTests = tests.length > 0 || (await read(root, TEST)) !== undefined;
  const completed = besideStrapi ? manifest : withTools(manifest, { hasServer: Boolean(hasServer), hasTests });

  const candidates = [
    completed.file,
    // Strapi compiles every project with a tsconfig.json, so one in a project of JavaScript would break its start.
    hasTsconfig || besideStrapi ? undefined : create('tsconfig.json', { module: isModule ? 'NodeNext' : 'Preserve' }),
    config.file === undefined ? create('content-gen.config.ts', { example: !hasDefinitions }) : undefined,
    hasDefinitions ? undefined : { ...create('article.ts'), path: 'content/article.ts' },
    ...(await planApp(root, app, { ...targetFor('src'), extension, commonjs })),
    ...server,
    ...tests,
    planGitignore(await read(root, '.gitignore'), besideStrapi ? [BUILD_FOLDER] : []),
    planPrettierIgnore(await read(root, '.prettierignore'), manifest.text, output),
  ];
  const needed = candidates.filter((file) => file !== undefined);
  const wanted = agents && planAgents(config, agents, needed, app.kind === 'none' ? 'src/app.ts' : app.path);
  const files = wanted?.file === undefined ? needed : [...needed, wanted.file];
  const kept = wanted !== undefined && wanted.file === undefined ? [AGENTS] : [];
  const paste = app.kind === 'unrecognised' ? { paste: { path: app.path, lines: mountLines(app.target) } } : {};
  const existing = app.kind === 'none' ? {} : { app: app.path };
  return {
    files,
    kept,
    missing: completed.missing,
    added: completed.added,
    extension,
    commonjs,
    ...paste,
    ...existing,
  };
}

interface PlannedManifest {
  readonly file: InitFile | undefined;
  readonly isModule: boolean;
  /** Strapi itself starts in this folder. */
  readonly runsStrapi: boolean;
  /** The first version of TypeScript that the manifest allows, such as 5.2. */
  readonly typescript?: string;
  readonly missing: readonly string[];
  readonly added: readonly string[];
  /** The text of the existing file. */
  readonly text?: string;
}

/** Adds the scripts and packages that the next commands of the documentation need. */
function withTools(manifest: PlannedManifest, parts: ProjectParts): PlannedManifest {
  const { text, added } = completeManifest(manifest.file?.content ?? manifest.text ?? '{}', parts);
  if (manifest.file?.change === 'create') return { ...manifest, file: { ...manifest.file, content: text } };
  if (added.length === 0) return manifest;
  const file: InitFile = { path: 'package.json', content: text, change: 'change' };
  return { ...manifest, file, added: [...manifest.added, ...added], missing: [] };
}

async function planManifest(root: string, app: FoundApp): Promise<PlannedManifest> {
  const path = 'package.json';
  if (!existsSync(join(root, path))) {
    const file: InitFile = { path, content: newManifest(root), change: 'create' };
    return { file, isModule: true, runsStrapi: false, missing: [], added: [] };
  }
  const text = manifestText(root);
  const manifest = readManifest(text);
  const runsStrapi = '@strapi/strapi' in (manifest.dependencies ?? {});
  const typescript = typescriptOf(manifest);
  const known = {
    text,
    added: [],
    runsStrapi,
    missing: missingFrom(manifest),
    ...(typescript === undefined ? {} : { typescript }),
  };
  if (manifest.type === 'module') return { ...known, file: undefined, isModule: true };
  // Existing code may be CommonJS and must keep working.
  const hasCode =
    runsStrapi ||
    app.kind !== 'none' ||
    (await holdsCode(root, ['src', 'lib', 'app'], /\.[cm]?[jt]sx?$/)) ||
    (await holdsCommonjs(root));
  if (hasCode) return { ...known, file: undefined, isModule: false };
  const file: InitFile = { path, content: asModule(text), change: 'change' };
  return { ...known, file, isModule: true, added: ['type: module'] };
}

/** A new app with hooks. An existing app only gets the routes. */
async function planApp(
  root: string,
  app: FoundApp,
  target: MountTarget & { readonly extension: string; readonly commonjs: boolean },
): Promise<readonly InitFile[]> {
  if (app.kind === 'changed') return [{ path: app.path, content: app.content, change: 'change' }];
  if (app.kind !== 'none') return [];
  const models = `${target.module.replace(/\/index\.\w+$/, '')}/models${target.extension}`;
  const files = [{ ...create('app.ts', target), path: 'src/app.ts' }];
  if ((await read(root, 'src/hooks.ts')) === undefined)
    files.push({ ...create('hooks.ts', { models }), path: 'src/hooks.ts' });
  return files;
}

/** The folder of the build in a Strapi project, because `dist` belongs to Strapi there. */
const BUILD_FOLDER = 'dist-content/';

interface Build {
  readonly commonjs: boolean;
  /** The options of the compiler, where the project has none for code of content-gen. */
  readonly options?: { readonly module: string; readonly resolution: string };
}

/** Strapi compiles its code with options that only fit its own code. */
function buildBesideStrapi(root: string, { isModule, typescript }: PlannedManifest): Build {
  if (isModule) return { commonjs: false, options: { module: 'NodeNext', resolution: 'NodeNext' } };
  // TypeScript 7 has no resolution `Node`, and TypeScript 5 allows `Bundler` for ES modules only.
  const isOld = /^[1-5]\b/.test(typescript ?? installedVersion(root, 'typescript') ?? '');
  return { commonjs: true, options: { module: 'CommonJS', resolution: isOld ? 'Node' : 'Bundler' } };
}

/** The server for production. A project with an app has its own way to serve it. */
async function planServer(
  root: string,
  imports: { readonly module: string; readonly extension: string },
  build: Build,
): Promise<readonly InitFile[]> {
  if ((await read(root, 'src/server.ts')) !== undefined) return [];
  const server = { ...create('server.ts', { ...imports, commonjs: build.commonjs }), path: 'src/server.ts' };
  const isBuilt = (await read(root, 'tsconfig.build.json')) !== undefined;
  return [server, ...(isBuilt ? [] : [create('tsconfig.build.json', build)])];
}

const TEST = 'test/articles.test.ts';

/** A test of the example type, for projects that have nothing yet. */
async function planTest(
  root: string,
  target: MountTarget & { readonly extension: string },
): Promise<readonly InitFile[]> {
  if ((await read(root, TEST)) !== undefined) return [];
  return [{ ...create('articles.test.ts', target), path: TEST }];
}

/** Finds the import path of the generated routes for an app in a folder. */
function targets({ root, output, settings }: Config, extension: '.js' | ''): (folder: string) => MountTarget {
  const commonjs = runsAsCommonjs(root);
  return (folder) => {
    const here = folder === '.' ? [] : folder.split('/');
    const there = output.split('/');
    while (here.length > 0 && here[0] === there[0]) {
      here.shift();
      there.shift();
    }
    const path = [...(here.length === 0 ? ['.'] : here.map(() => '..')), ...there].join('/');
    return { module: extension === '' ? path : `${path}/index${extension}`, prefix: settings.api.prefix, commonjs };
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

/** Programs and settings of tools beside package.json, which would not load as ES modules. */
async function holdsCommonjs(root: string): Promise<boolean> {
  const names = (await readdir(root)).filter((name) => /\.jsx?$/.test(name));
  const texts = await Promise.all(names.map((name) => read(root, name)));
  return texts.some((text = '') => /\brequire\(|\bmodule\.exports\b|^exports\./m.test(text));
}

async function read(root: string, path: string): Promise<string | undefined> {
  return readFile(join(root, path), 'utf8').catch(() => undefined);
}
