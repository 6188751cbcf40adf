import { fileURLToPath } from 'node:url';

import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const runtime = fileURLToPath(new URL('packages/runtime/src/', import.meta.url));

/** Tests see the sources of the runtime, never a stale build; generated code in fixtures included. */
const resolve = {
  alias: [
    { find: /^@content-gen\/runtime$/, replacement: `${runtime}index.ts` },
    { find: /^@content-gen\/runtime\/(\w+)$/, replacement: `${runtime}$1.ts` },
  ],
};

/** Measures memory. */
const alone = ['packages/runtime/test/upload/memory.test.ts'];

/** These files take a minute or more. They start first, because otherwise the last one would run alone. */
const slow = [
  'conformance/conformance',
  'test/readme',
  'test/package',
  'test/node-versions',
  'transfer/recorded',
  'test/release',
  'serve/serve',
  'serve/seed',
];

class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const found = slow.findIndex((name) => moduleId.endsWith(`${name}.test.ts`));
      return found < 0 ? slow.length : found;
    };
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}

interface Group {
  readonly name: string;
  readonly include: readonly string[];
  readonly exclude?: readonly string[];
  /** Starts the servers that its tests share. */
  readonly globalSetup?: string;
  /** Groups of one number run together; those of the next wait for them. */
  readonly order?: number;
  readonly maxWorkers?: number;
}

function project({ name, include, exclude = [], globalSetup, order = 0, maxWorkers = 3 }: Group) {
  return {
    resolve,
    test: {
      name,
      include: [...include],
      exclude: ['**/node_modules/**', ...exclude],
      globalSetup: globalSetup === undefined ? [] : [globalSetup],
      sequence: { groupOrder: order },
      maxWorkers,
      testTimeout: 90_000,
      hookTimeout: 90_000,
    },
  };
}

/** Tests without a database and without processes of their own. */
const units = ['packages/*/src/**/*.test.ts', 'packages/cli/test/{advisories,architecture,errors,rooms}.test.ts'];
/** It is about a database. */
const embedded = 'packages/cli/src/database/embedded.test.ts';

export default defineConfig({
  test: {
    sequence: { sequencer: SlowFirst },
    projects: [
      project({ name: 'unit', include: units, exclude: [embedded] }),
      project({
        name: 'cli',
        include: ['packages/cli/test/**/*.test.ts', embedded],
        exclude: units.slice(1),
        globalSetup: 'packages/cli/test/global-setup.ts',
      }),
      project({
        name: 'runtime',
        include: ['packages/runtime/test/**/*.test.ts'],
        exclude: alone,
        globalSetup: 'packages/runtime/test/harness/global-setup.ts',
      }),
      project({
        name: 'alone',
        include: alone,
        globalSetup: 'packages/runtime/test/harness/global-setup.ts',
        order: 1,
        maxWorkers: 1,
      }),
    ],
  },
});
