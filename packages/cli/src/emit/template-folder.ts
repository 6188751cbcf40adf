import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Beside the built code; and in the repository, at its top. */
const candidates = ['../templates/', '../../../../templates/'];

/** The folder of the templates, seen from this module. */
export function templateFolder(module: string = import.meta.url): string {
  for (const candidate of candidates) {
    const folder = fileURLToPath(new URL(candidate, module));
    if (existsSync(folder)) return folder;
  }
  throw new Error('The templates are missing. Reinstall content-gen, or build it again.');
}
