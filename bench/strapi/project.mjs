/** A Strapi project outside of the workspace: its packages stay in a folder for the next run, its files are temporary. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

export const VERSION = '5.54.0';

const DEPENDENCIES = {
  '@strapi/strapi': VERSION,
  '@strapi/plugin-users-permissions': VERSION,
  pg: '8.20.0',
  react: '^18.0.0',
  'react-dom': '^18.0.0',
  'react-router-dom': '^6.0.0',
  'styled-components': '^6.0.0',
};
const PACKAGE = JSON.stringify({
  name: 'strapi-bench',
  version: '1.0.0',
  private: true,
  dependencies: DEPENDENCIES,
  strapi: { uuid: 'strapi-bench', telemetryDisabled: true },
});

/** The folder whose `node_modules` has Strapi. Installs Strapi there if it is absent, which takes minutes. */
export async function installStrapi(given) {
  const folder = resolve(given ?? join(tmpdir(), `content-gen-bench-strapi-${VERSION}`));
  const installed = join(folder, 'node_modules/@strapi/strapi/package.json');
  // npm writes its list of packages last, so an installation that was interrupted has none.
  const isComplete = given !== undefined || existsSync(join(folder, 'node_modules/.package-lock.json'));
  if (!isComplete || !existsSync(installed)) await install(folder);
  const { version } = JSON.parse(await readFile(installed, 'utf8'));
  if (version !== VERSION) throw new Error(`${folder} has Strapi ${version}, not ${VERSION}`);
  return folder;
}

async function install(folder) {
  const file = join(folder, 'package.json');
  if (existsSync(file) && (await readFile(file, 'utf8')) !== PACKAGE)
    throw new Error(`${file} belongs to a project whose node_modules has no Strapi: name another folder with --strapi`);
  console.log(`Strapi ${VERSION} is not in ${folder}: npm install begins. --strapi <folder> names another folder.`);
  await mkdir(folder, { recursive: true });
  await writeFile(file, PACKAGE);
  // npm passes the strictness of this workspace on, and packages that Strapi does not run here ask for a newer Node.
  const flags = ['--no-audit', '--no-fund', '--no-engine-strict'];
  const child = spawn('npm', ['install', ...flags], { cwd: folder, stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`npm install in ${folder} ended with ${code}`);
}

/** Writes a project that uses the packages of `folder`. Its requests are not logged, as those of the generated API. */
export async function writeProject(folder, schemas) {
  const root = await mkdtemp(join(tmpdir(), 'content-gen-bench-project-'));
  for (const [path, text] of Object.entries({ ...CONFIG, ...sources(schemas) })) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  await symlink(join(folder, 'node_modules'), join(root, 'node_modules'));
  return root;
}

const exported = (text) => `module.exports = ${text};\n`;
const CONFIG = {
  'package.json': PACKAGE,
  'config/server.js': exported("{ host: '127.0.0.1', port: Number(process.env.PORT), app: { keys: ['one', 'two'] } }"),
  'config/admin.js': exported(
    "{ auth: { secret: 'admin' }, apiToken: { salt: 'token' }, transfer: { token: { salt: 'transfer' } }, " +
      "secrets: { encryptionKey: '0123456789abcdef0123456789abcdef' }, serveAdminPanel: false }",
  ),
  'config/api.js': exported('{ rest: { defaultLimit: 25, maxLimit: 100, withCount: true } }'),
  'config/logger.js': exported("{ level: 'warn' }"),
  'config/plugins.js': exported("{ 'users-permissions': { config: { jwtSecret: 'users' } } }"),
  'config/middlewares.js': exported(
    "['strapi::errors', 'strapi::security', 'strapi::cors', 'strapi::query', 'strapi::body', 'strapi::session', " +
      "'strapi::favicon', 'strapi::public']",
  ),
  // The size of the pool is that of the generated API, and the default of Strapi.
  'config/database.js': exported(
    "{ connection: { client: 'postgres', connection: { connectionString: process.env.DATABASE_URL }, pool: { min: 2, max: 10 } } }",
  ),
  'public/uploads/.gitkeep': '',
  'src/index.js': exported('{}'),
};

function sources(schemas) {
  const files = {};
  for (const { name, path, schema } of schemas) {
    files[path] = JSON.stringify(schema);
    if (name === undefined) continue;
    for (const [folder, factory] of [
      ['routes', 'createCoreRouter'],
      ['controllers', 'createCoreController'],
      ['services', 'createCoreService'],
    ]) {
      const made = `require('@strapi/strapi').factories.${factory}('api::${name}.${name}')`;
      files[`src/api/${name}/${folder}/${name}.js`] = exported(made);
    }
  }
  return files;
}
