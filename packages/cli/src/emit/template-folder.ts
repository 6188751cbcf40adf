import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The folder in the built package, and the one in the repository. */
const candidates = ['../templates/', '../../../../templates/'];

/** The folder of the templates, relative to this module. */
export function templateFolder(module: string = import.meta.url): string {
  for (const candidate of candidates) {
    const folder = fileURLToPath(new URL(candidate, module));
    if (existsSync(folder)) return folder;
  }
  throw new Error('The templates are missing. Reinstall content-gen, or build it again.');
}
