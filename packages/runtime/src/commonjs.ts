/**
 * An app that is compiled to CommonJS imports this file before Hono. Packages such as Hono contain their code twice, for
 * `require` and for `import`. This package is an ES module, so that both copies would run in one server, and neither
 * knows the requests and the routes of the other. With this file, `require` gives such an app the copies that this
 * package imports.
 */
import Module from 'node:module';
import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';

type Resolve = (
  this: unknown,
  request: string,
  parent: { readonly filename?: string | null } | null | undefined,
  ...rest: readonly unknown[]
) => string;

/**
 * Node documents no hook for `require` before version 22, and tools that compile while they load replace this function.
 */
interface Loader {
  _resolveFilename: Resolve;
  [INSTALLED]?: boolean;
}

const INSTALLED = Symbol.for('content-gen.commonjs');
const SHARED = /^(hono|drizzle-orm|@content-gen\/runtime)(?=\/|$)/;

const loader = Module as unknown as Loader;
const resolve = loader._resolveFilename;

// If there are two copies of this package, the first one serves the whole app.
if (loader[INSTALLED] !== true) {
  loader[INSTALLED] = true;
  loader._resolveFilename = function resolveShared(request, parent, ...rest) {
    const [, name] = SHARED.exec(request) ?? [];
    const shared = name === undefined ? undefined : sharedFile(request);
    if (name === undefined || shared === undefined) return resolve.call(this, request, parent, ...rest);
    if (!isInPackage(parent?.filename)) return shared;
    // An installed package may need another version than the app, such as a plugin of Strapi that serves with Hono.
    const own = resolve.call(this, request, parent, ...rest);
    return folderOf(own, name) === folderOf(shared, name) ? shared : own;
  };
}

/** The file that this package imports by this name. Undefined if this package imports no such file, or in a bundle. */
function sharedFile(request: string): string | undefined {
  try {
    return fileURLToPath(import.meta.resolve(request));
  } catch {
    return undefined;
  }
}

function isInPackage(file: string | null | undefined): boolean {
  return file?.includes(`${sep}node_modules${sep}`) === true;
}

/** The folder of a package, from one of its files. */
function folderOf(file: string, name: string): string {
  const folder = ['', 'node_modules', ...name.split('/'), ''].join(sep);
  const at = file.lastIndexOf(folder);
  return at === -1 ? file : file.slice(0, at + folder.length);
}
