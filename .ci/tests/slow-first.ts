import { createHash } from 'node:crypto';

import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The longest files, the longest first. They start first, because otherwise the last one would run alone. A fresh clone
 * does not know how long the files take.
 */
const slow = [
  'conformance/conformance',
  'test/release',
  'test/package',
  'serve/serve',
  'workers/workers',
  'migrate/promises',
  'migrate/conversions',
  'serve/seed',
  'compare/compare',
  'studio/content',
  'test/node-versions',
  'serve/watch',
  'studio/editing',
  'transfer/strapi-import',
  'studio/entries',
  'transfer/round-trip',
  'openapi/fuzz',
  'console/studio-api',
  'studio/autosave',
  'testing/files',
  'test/create',
  'diff/diff',
  'diff/action',
  'test/agents',
  'studio/keeping',
  'moving/move',
  'transfer/recorded',
  'write/lists.property',
  'access/oracle.property',
  'write/deadlocks',
  'write/self.property',
];
/** Files of one group follow each other, because they share workers. The short ones come last, so that all cores end together. */
const groups = ['cli', 'runtime', 'unit'];

/** With `TEST_SHUFFLE=7`, the files run in an order that follows from this number. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const shuffle = process.env['TEST_SHUFFLE'];
    if (shuffle === undefined) return (await super.sort(files)).toSorted((one, other) => rankOf(one) - rankOf(other));
    const place = ({ moduleId }: TestSpecification) =>
      createHash('sha256')
        .update(shuffle + moduleId)
        .digest('hex');
    return files.toSorted((one, other) => (place(one) < place(other) ? -1 : 1));
  }
}

function rankOf({ moduleId, project }: TestSpecification): number {
  const found = slow.findIndex((name) => new RegExp(`${name}(\\.deep)?\\.test\\.ts$`).test(moduleId));
  return groups.indexOf(project.name) * slow.length + (found < 0 ? slow.length - 1 : found);
}
