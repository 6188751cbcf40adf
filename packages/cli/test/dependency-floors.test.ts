/** The ranges of dependencies exclude versions with known advisories. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { workspace } from './temporary-project.js';

/** The first version without the advisories. */
const fixed = {
  // CVE-2026-33937, CVE-2026-33938, CVE-2026-33939, CVE-2026-33941
  handlebars: '4.7.9',
  // CVE-2026-31808 (21.3.1), CVE-2026-32630 (21.3.2)
  'file-type': '21.3.2',
};

const ranges = ['cli', 'runtime', 'strapi', 'create-content-gen'].flatMap((name) => {
  const manifest = JSON.parse(readFileSync(join(workspace, 'packages', name, 'package.json'), 'utf8'));
  return Object.entries<string>({ ...manifest.dependencies, ...manifest.optionalDependencies });
});

/** Versions as text that sorts like the version. */
const sortable = (version: string) =>
  version
    .split('.')
    .map((part) => part.padStart(6, '0'))
    .join('.');

test.each(Object.entries(fixed))('the range of %s starts at %s or later', (name, version) => {
  const found = ranges.filter(([dependency]) => dependency === name);
  expect(found).not.toEqual([]);
  for (const [, range] of found) {
    const [, lowest = ''] = /^[\^~]?(\d+\.\d+\.\d+)$/.exec(range) ?? [];
    expect([lowest, version].map(sortable).sort()[0], range).toBe(sortable(version));
  }
});
