import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { manifestText } from './manifest.js';

/** The file with which a Strapi project says that it has users. Undefined if it does not say so. */
export function usersPluginFile(root: string): string | undefined {
  const extension = 'src/extensions/users-permissions';
  if (existsSync(join(root, extension))) return extension;
  return dependsOnUsers(root) ? 'package.json' : undefined;
}

function dependsOnUsers(root: string): boolean {
  if (!existsSync(join(root, 'package.json'))) return false;
  try {
    const { dependencies = {} }: { readonly dependencies?: object } = JSON.parse(manifestText(root));
    return '@strapi/plugin-users-permissions' in dependencies;
  } catch {
    // Other commands report a package.json that is not valid.
    return false;
  }
}
