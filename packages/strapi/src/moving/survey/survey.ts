import { basename, dirname } from 'node:path';

import { strapiName } from 'content-gen/tools';

import { usesStrapi } from '../sources/local-imports.js';
import type { StrapiProject } from '../sources/project.js';
import { hasSchema, isComponentFile } from '../sources/schema-files.js';
import { settleCustomFields } from './custom-fields.js';
import { readController, readService } from './controllers.js';
import { readGrants, readUserSettings } from './grants.js';
import { readPolicy, readMiddleware } from './guards.js';
import { everyAction, intercept, reachOfServer, readAssignments } from './interceptors.js';
import { readCalls, readLifecycles, readStart } from './lifecycles.js';
import { readPackages } from './packages.js';
import { readRoutes } from './routes.js';
import { readAttributes, readComponent, readContentType } from './schemas.js';
import { type Surveyor, newSurveyor } from './surveyor.js';
import { readUserAttributes } from './user-attributes.js';

const CODE = /(?<!\.d)\.[cm]?[jt]sx?$/;

/** Code outside of the admin panel. */
function isServerCode(file: string): boolean {
  return CODE.test(file) && !/^src\/(admin\/|plugins\/[^/]+\/(admin\/|strapi-admin\.))/.test(file);
}

/** Reads every file of a project. Config files are read later, because config files become settings. */
export function survey(project: StrapiProject): Surveyor {
  const surveyor = newSurveyor(project);
  readPackages(surveyor);
  for (const { file, by } of project.shadowed) unused(surveyor, file, `Strapi runs ${by} in its place`);
  // Definitions first, because code is about the types.
  const files = project.files.toSorted((a, b) => Number(hasSchema(b)) - Number(hasSchema(a)));
  for (const file of files) {
    if (/^(config|database)\/|^package\.json$/.test(file) || isSynced(surveyor, file)) continue;
    if (!file.startsWith('src/')) {
      readOutside(surveyor, file);
      continue;
    }
    readSource(surveyor, file);
    const module = isServerCode(file) ? surveyor.module(file) : undefined;
    if (module !== undefined) {
      readCalls(surveyor, module);
      readAssignments(surveyor, module);
      readGrants(surveyor, module);
      readUserSettings(surveyor, module);
      readUserAttributes(surveyor, module);
    }
  }
  settleCustomFields(surveyor);
  return surveyor;
}

/** The configuration reads the files of config-sync. */
function isSynced({ synced }: Surveyor, file: string): boolean {
  return synced?.files.includes(file) === true;
}

function readSource(surveyor: Surveyor, file: string): void {
  const [, apiFolder = '', folder = '', rest = ''] = /^src\/api\/([^/]+)\/([^/]+)\/(.+)$/.exec(file) ?? [];
  const api = strapiName(apiFolder);
  const name = rest.replace(CODE, '');
  if (basename(file).startsWith('.')) return unused(surveyor, file, 'a hidden file');
  if (file.startsWith('src/admin/'))
    return unused(surveyor, file, 'code of the admin panel; editors use the studio', 'admin');
  if (/\.(test|spec)\.[cm]?[jt]sx?$/.test(file)) return unused(surveyor, file, 'a test');
  if (folder === 'content-types' && hasSchema(file)) return readContentType(surveyor, file, api);
  if (isComponentFile(surveyor.project, file)) return readComponent(surveyor, file);
  if (file.startsWith('src/extensions/')) return readExtension(surveyor, file);
  if (file.startsWith('src/plugins/')) return readPluginFile(surveyor, file);
  if (!CODE.test(file)) return readData(surveyor, file, folder);
  if (/^src\/index\.\w+$/.test(file)) return readStart(surveyor, file);
  if (/^src\/api\/[^/]+\/index\.\w+$/.test(file)) return readApiIndex(surveyor, file);
  if (folder === 'content-types' && name.endsWith('/lifecycles'))
    return readLifecycles(surveyor, file, typeOf(surveyor, file));
  if (folder === 'content-types' && name.endsWith('/index')) return readTypeIndex(surveyor, file);
  if (folder === 'controllers') return readController(surveyor, file, api, strapiName(name));
  if (folder === 'services') return readService(surveyor, file, api, strapiName(name));
  if (folder === 'routes') return readRoutes(surveyor, file, api);
  if (folder === 'policies') return readPolicy(surveyor, file, `api::${api}.${name}`);
  if (folder === 'middlewares') return readMiddleware(surveyor, file, `api::${api}.${name}`);
  const [, global, globalName = ''] = /^src\/(policies|middlewares)\/(.+)\.\w+$/.exec(file) ?? [];
  if (global === 'policies') return readPolicy(surveyor, file, `global::${globalName}`);
  if (global === 'middlewares') return readMiddleware(surveyor, file, `global::${globalName}`);
  return readOther(surveyor, file);
}

function unused(surveyor: Surveyor, file: string, name: string, kind: 'other' | 'admin' = 'other'): void {
  surveyor.findings.push({ outcome: 'unused', kind, file, line: 1, name });
}

/** A template or data that code may read, or a file that nothing reads. */
function readData(surveyor: Surveyor, file: string, folder: string): void {
  if (folder === 'documentation') return unused(surveyor, file, 'generated documentation');
  const isNamed = surveyor.project.files.some(
    (other) => isServerCode(other) && surveyor.module(other)?.source.text.includes(basename(file)),
  );
  if (!isNamed) return unused(surveyor, file, 'no code');
  const note = 'your ported code can read it';
  surveyor.findings.push({ outcome: 'works', kind: 'other', file, line: 1, name: 'a file that code names', note });
}

/** The uid of the type of a file in a folder of `content-types`. */
function typeOf({ types }: Surveyor, file: string): string {
  const folder = dirname(file);
  const [, api = '', type = ''] = /^src\/api\/([^/]+)\/content-types\/([^/]+)$/.exec(folder) ?? [];
  return types.find((known) => dirname(known.file) === folder)?.uid ?? `api::${strapiName(api)}.${strapiName(type)}`;
}

/** `src/api/article/index.js` may give Strapi controllers, services and policies that only a run shows. */
function readApiIndex(surveyor: Surveyor, file: string): void {
  const module = surveyor.module(file);
  if (module === undefined || module.source.statements.length === 0) return unused(surveyor, file, 'no code');
  const api = `api::${strapiName(file.split('/')[2] ?? '')}.`;
  const reach = everyAction((uid) => uid.startsWith(api));
  const note = 'write its parts as routes, hooks or middlewares of your own';
  intercept(surveyor, module, module.source, { kind: 'other', name: `index of ${api.slice(5, -1)}`, note, reach });
}

/** `content-types/article/index.js` usually gives Strapi the schema and the lifecycles of the same folder. */
function readTypeIndex(surveyor: Surveyor, file: string): void {
  const text = surveyor.project.read(file) ?? '';
  const isPlain = !/\b(before|after)[A-Z]\w*\s*[(:]/.test(text);
  if (isPlain)
    surveyor.findings.push({ outcome: 'works', kind: 'schema', file, line: 1, name: 'index of a content type' });
  else readLifecycles(surveyor, file, typeOf(surveyor, file));
}

function readExtension(surveyor: Surveyor, file: string): void {
  const [, , plugin = ''] = file.split('/');
  const base = { kind: 'extension', file, line: 1 } as const;
  if (hasSchema(file)) {
    const [, type] = /^src\/extensions\/[^/]+\/content-types\/([^/]+)\/schema\.\w+$/.exec(file) ?? [];
    const works = plugin === 'users-permissions' && type === 'user';
    if (works) readAttributes(surveyor, file);
    const note =
      type === undefined
        ? 'Strapi loads schemas of an extension from its content-types'
        : 'this type of a plugin cannot be extended here';
    const outcome = works ? 'works' : type === undefined ? 'unused' : 'hand';
    surveyor.findings.push({ ...base, outcome, name: `schema of ${plugin}`, ...(works ? {} : { note }) });
  } else if (CODE.test(file)) {
    const note = 'plugins do not run here; write the change as a route, hook or middleware of your own';
    const module = surveyor.module(file);
    // Other files have an effect through the file that Strapi loads.
    const isLoaded = /\/strapi-server\.\w+$|\/content-types\/[^/]+\/lifecycles\.\w+$/.test(file);
    const reach = isLoaded && module ? reachOfServer(module, plugin) : undefined;
    if (module !== undefined && reach?.of === 'paths' && reach.paths.length > 0)
      intercept(surveyor, module, module.source, { kind: 'extension', name: `code for ${plugin}`, note, reach });
    else if (plugin === 'users-permissions' && reach !== undefined)
      surveyor.findings.push({ ...base, outcome: 'translated', name: 'the attributes of the user' });
    else if (reach === undefined && !isExtended(surveyor, plugin)) {
      const unloaded = 'Strapi loads strapi-server of an extension, and no other code';
      surveyor.findings.push({ ...base, outcome: 'unused', name: `code for ${plugin}`, note: unloaded });
    } else if (isLoaded) surveyor.findings.push({ ...base, outcome: 'hand', name: `code for ${plugin}`, note });
    else readOther(surveyor, file);
  } else surveyor.findings.push({ ...base, outcome: 'unused', name: `file of ${plugin}` });
}

/** Whether other code can reach the files of an extension: by the strapi-server of the extension, or by an import. */
function isExtended({ project }: Surveyor, plugin: string): boolean {
  const folder = `extensions/${plugin}/`;
  return project.files.some(
    (file) =>
      file.startsWith(`src/${folder}strapi-server.`) || (CODE.test(file) && project.read(file)?.includes(folder)),
  );
}

function readPluginFile(surveyor: Surveyor, file: string): void {
  const [, , plugin = ''] = file.split('/');
  if (/\/content-types\/.+\.json$/.test(file)) {
    const name = `content type of ${plugin}`;
    const note = 'a type of your plugin; move its schema to src/api to have its routes here';
    surveyor.findings.push({ outcome: 'hand', kind: 'plugin', file, line: 1, name, note });
    return;
  }
  // A plugin has code for the server in any folder but that of the admin panel.
  const isServer = CODE.test(file) && !/^src\/plugins\/[^/]+\/(admin\/|strapi-admin\.)/.test(file);
  const note = 'a plugin of your own; move the parts of its server that the API needs to routes and hooks';
  surveyor.findings.push({
    outcome: isServer ? 'hand' : 'unused',
    kind: 'plugin',
    file,
    line: 1,
    name: isServer ? `server of ${plugin}` : `other file of ${plugin}`,
    ...(isServer ? { note } : {}),
  });
}

/** Files beside `src` and `config`: scripts, patches of packages, modules of the project. */
function readOutside(surveyor: Surveyor, file: string): void {
  if (/\.(test|spec)\.[cm]?[jt]sx?$|^(tests?|__tests__)\//.test(file)) return unused(surveyor, file, 'a test');
  if (CODE.test(file)) return readOther(surveyor, file);
  const isStrapi = /strapi/.test(file);
  surveyor.findings.push({
    outcome: isStrapi ? 'hand' : 'unused',
    kind: 'other',
    file,
    line: 1,
    name: 'a patch of a package',
    ...(isStrapi ? { note: 'it changed Strapi, which does not run here; check whether clients need the change' } : {}),
  });
}

function readOther(surveyor: Surveyor, file: string): void {
  const isBound = usesStrapi(surveyor.project, file);
  surveyor.findings.push({
    outcome: isBound ? 'hand' : 'works',
    kind: 'other',
    file,
    line: 1,
    name: isBound ? 'module that uses strapi' : 'module of your own',
    note: isBound ? 'replace the calls of strapi with the documents of content-gen' : 'your ported code can import it',
  });
}
