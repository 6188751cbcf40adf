import { posix } from 'node:path';

import type { StrapiProject } from './project.js';

const ENDS = ['', '.ts', '.js', '/index.ts', '/index.js'];

/** The file that a relative import names. Undefined if the project does not have that file. */
export function importedFile(project: StrapiProject, from: string, path: string): string | undefined {
  const stem = posix.join(posix.dirname(from), path);
  // A project of ES modules names the script that the compiler writes.
  const stems = [stem, stem.replace(/\.js$/, '')];
  return stems.flatMap((each) => ENDS.map((end) => each + end)).find((file) => project.read(file) !== undefined);
}

const TYPES = /^\s*import type\s+(\{[^}]*\}|[^'"{}]*)\s*from\s*['"][^'"]*['"]/gm;
const IMPORT = /(?:\bfrom|\bimport|\brequire\(|\bimport\()\s*['"](\.[^'"]*)['"]/g;

/** Whether a file, or a file that it imports, uses Strapi for more than types. */
export function usesStrapi(project: StrapiProject, file: string, seen = new Set<string>()): boolean {
  if (seen.has(file)) return false;
  seen.add(file);
  const text = (project.read(file) ?? '').replaceAll(TYPES, '');
  if (/\bstrapi\b/.test(text)) return true;
  const imported = [...text.matchAll(IMPORT)].map(([, path = '']) => importedFile(project, file, path));
  return imported.some((each) => each !== undefined && usesStrapi(project, each, seen));
}
