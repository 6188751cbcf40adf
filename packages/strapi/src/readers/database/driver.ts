import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { TransferProblem } from 'content-gen/tools';

/**
 * Loads a driver that only some imports need, so that other projects do not install it. The project has the driver, or
 * content-gen has it where a package manager puts all packages into one folder.
 */
export async function loadDriver<Driver>(
  name: string,
  root: string,
  engine: string,
  load: () => Promise<Driver>,
): Promise<Driver> {
  try {
    return await load();
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  try {
    const path = createRequire(join(root, 'package.json')).resolve(name === 'mysql2' ? 'mysql2/promise' : name);
    return await import(pathToFileURL(path).href);
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw new TransferProblem(`To read a ${engine} database, install the package ${name}: npm install -D ${name}`);
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^(ERR_)?MODULE_NOT_FOUND$/.test(String(error.code));
}
