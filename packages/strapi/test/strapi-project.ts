import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { onTestFinished } from 'vitest';

import { type Translation, translate } from '../src/moving/move.js';

/** A folder with files, to the end of the test. */
export function strapiProject(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'content-gen-strapi-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

/** What becomes of a project without a model. */
export function translated(files: Readonly<Record<string, string>>): Translation {
  return translate(strapiProject(files), undefined);
}
