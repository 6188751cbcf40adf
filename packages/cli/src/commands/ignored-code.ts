import { existsSync } from 'node:fs';
import { join } from 'node:path';

import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { isStrapiProject } from '../project/strapi-project.js';
import { loadStrapi } from '../strapi/load.js';
import { MissingTools } from '../strapi/problem.js';

/**
 * Warnings about code of a Strapi project that has no effect here. MOVING.md names this code in detail, so a project
 * with MOVING.md gets no warning. Without the package that reads such code, there is one warning.
 */
export async function ignoredCode(root: string): Promise<readonly Diagnostic[]> {
  if (!isStrapiProject(root) || existsSync(join(root, 'MOVING.md'))) return [];
  try {
    return await (await loadStrapi(root)).ignoredParts(root);
  } catch (error) {
    if (!(error instanceof MissingTools)) throw error;
    return [unreadCode(error)];
  }
}

function unreadCode({ command }: MissingTools): Diagnostic {
  return {
    code: 'CG510',
    span: { file: 'package.json', line: 1, column: 1 },
    message: 'this is a Strapi project, whose own code has no effect here, and was not read',
    hint: `"${command.join(' ')}" installs what reads it; then "content-gen check" names the parts`,
  };
}
