import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { manifestText } from './manifest.js';

/** Whether a folder holds a Strapi project: its manifest says so, or it has the folders of one. */
export function isStrapiProject(root: string): boolean {
  if (existsSync(join(root, 'src', 'api'))) return true;
  try {
    const { dependencies = {} }: { readonly dependencies?: object } = JSON.parse(manifestText(root));
    return '@strapi/strapi' in dependencies;
  } catch {
    // Without a manifest that can be read, the folders decide.
    return false;
  }
}
