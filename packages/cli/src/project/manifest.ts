import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The text of `package.json`, without the byte order mark that npm accepts and JSON does not. Throws if it is missing. */
export function manifestText(root: string): string {
  return readFileSync(join(root, 'package.json'), 'utf8').replace(/^\uFEFF/, '');
}
