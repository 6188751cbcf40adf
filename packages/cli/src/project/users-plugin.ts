import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The file with which a Strapi project says that it has users. Undefined if it does not say so. */
export function usersPluginFile(root: string): string | undefined {
  const extension = 'src/extensions/users-permissions';
  if (existsSync(join(root, extension))) return extension;
  return dependsOnUsers(join(root, 'package.json')) ? 'package.json' : undefined;
}

function dependsOnUsers(file: string): boolean {
  if (!existsSync(file)) return false;
  try {
    const { dependencies = {} }: { readonly dependencies?: object } = JSON.parse(readFileSync(file, 'utf8'));
    return '@strapi/plugin-users-permissions' in dependencies;
  } catch {
    // Other commands report a package.json that is not valid.
    return false;
  }
}
