import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { type TablesModule, describeTables } from '../migrate/describe.js';
import type { SchemaState } from '../migrate/state/state.js';
import { moduleFile } from '../project/packages.js';
import { replaceFile } from '../files/replace-file.js';
import { version } from '../version.js';
import type { Bundle } from './bundle.js';

interface Kept {
  readonly key: string;
  readonly schema: SchemaState;
}

/**
 * The description of the tables of a bundle. Describing them takes most of the time of a start, so the last description
 * is cached with a hash of its sources. The cache can be deleted at any time.
 */
export async function schemaOf(
  root: string,
  { tables }: Bundle,
  load: (file: string) => Promise<TablesModule>,
): Promise<SchemaState> {
  const file = join(root, '.content-gen', 'cache', 'schema.json');
  const [key, kept] = await Promise.all([keyOf(root, tables), read(file)]);
  if (kept?.key === key) return kept.schema;
  const schema = await describeTables(await load(tables));
  // If the folder is read-only, the next start is slower but correct.
  await replaceFile(file, JSON.stringify({ key, schema } satisfies Kept)).catch(() => undefined);
  return schema;
}

/**
 * A hash of everything that decides about the tables. The names of a bundle's chunks contain the hash of their content.
 */
async function keyOf(root: string, tables: string): Promise<string> {
  const parts = ['schema', 'tables'].map((name) => moduleFile(root, `@content-gen/runtime/${name}`));
  const texts = await Promise.all([tables, ...parts].map((path) => readFile(path, 'utf8')));
  return createHash('sha256')
    .update([version, ...texts].join('\0'))
    .digest('base64url');
}

async function read(file: string): Promise<Kept | undefined> {
  try {
    const kept: Kept = JSON.parse(await readFile(file, 'utf8'));
    return kept;
  } catch {
    return undefined;
  }
}
