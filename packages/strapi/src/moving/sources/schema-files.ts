import { basename } from 'node:path';

import { isComponentModule, isSchemaFile } from 'content-gen/tools';

import type { StrapiProject } from './project.js';

/** Whether a file has the schema of a content type. */
export function hasSchema(file: string): boolean {
  return isSchemaFile(basename(file));
}

export function isComponentFile({ read }: Pick<StrapiProject, 'read'>, file: string): boolean {
  if (!/^src\/components\/[^/]+\/[^/]+\.(json|[jt]s)$/.test(file) || file.endsWith('.d.ts')) return false;
  return file.endsWith('.json') || isComponentModule(read(file) ?? '');
}
