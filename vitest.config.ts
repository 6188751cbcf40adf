import { availableParallelism } from 'node:os';
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

/**
 * Node reads these certificates whenever it starts, which takes longer than most commands. The programs of the tests
 * stay on this machine, except npm, which gets them back.
 */
const certificates = process.env['NODE_EXTRA_CA_CERTS'] ?? '';
delete process.env['NODE_EXTRA_CA_CERTS'];

/** It replaces packages, which files that share its modules would see. */
const alone = 'packages/runtime/test/users/sign-in-work.test.ts';

/**
 * The longest files, the longest first. They start first, because otherwise the last one would run alone. A fresh clone
 * does not know how long the files take.
 */
const slow = [
  'conformance/conformance',
  'test/release',
  'test/package',
  'serve/serve',
  'transfer/recorded',
  'serve/seed',
  'transfer/round-trip',
  'moving/move',
  'openapi/fuzz',
  'test/node-versions',
  'studio/editing',
  'console/studio-api',
  'studio/content',
  'compare/compare',
  'migrate/conversions',
  'test/readme',
  'serve/watch',
  'serve/kill',
  'write/lists.property',
  'read/large',
  'access/oracle.property',
  'workers/workers',
  'http/rolling-restart',
  'write/self.property',
];
/** Files of one group follow each other, because they share workers. The short ones come last, so that all cores end together. */
const groups = ['cli', 'runtime', 'unit'];

class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification) => {
      const found = slow.findIndex((name) => moduleId.endsWith(`${name}.test.ts`));
      return groups.indexOf(project.name) * slow.length + (found < 0 ? slow.length - 1 : found);
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
  readonly setupFile?: string;
  /** The messages after which a test runs again. */
  readonly retried?: RegExp;
  /** Whether every file loads its modules anew, which takes about a second. */
  readonly isolate: boolean;
}

/** More than there are cores, because many tests wait for processes or databases. */
const maxWorkers = availableParallelism() + 2;

function project(group: Group) {
  const { name, include, exclude = [], globalSetup, setupFile, retried, isolate } = group;
  return {
    resolve,
    test: {
      name,
      include: [...include],
      exclude: ['**/node_modules/**', ...exclude],
      globalSetup: globalSetup === undefined ? [] : [globalSetup],
      setupFiles: setupFile === undefined ? [] : [setupFile],
      ...(retried === undefined ? {} : { retry: { count: 2, condition: retried } }),
      isolate,
      unstubEnvs: true,
      provide: { certificates },
      maxWorkers,
      // Several times what any of them takes, because other programs may use the machine, too.
      testTimeout: 180_000,
      hookTimeout: 180_000,
      expect: { poll: { timeout: 30_000 } },
    },
  };
}

/** Tests without a database and without processes of their own. */
const units = ['packages/*/src/**/*.test.ts', 'packages/cli/test/{advisories,architecture,errors,rooms}.test.ts'];
/** It is about a database. */
const embedded = 'packages/cli/src/database/embedded.test.ts';

/** What only a browser says, of itself: it refused a command, or the process of a page crashed. No expectation ends so. */
const browserFault = /^\w+\.\w+: (?:Protocol error \(|(?:Page|Target) crashed)/;

const setupFile = 'packages/cli/test/setup-file.ts';
const server = 'packages/runtime/test/harness/global-setup.ts';

export default defineConfig({
  test: {
    sequence: { sequencer: SlowFirst },
    projects: [
      project({ name: 'unit', include: units, exclude: [embedded], setupFile, isolate: false }),
      project({
        name: 'cli',
        include: ['packages/cli/test/**/*.test.ts', embedded],
        exclude: units.slice(1),
        globalSetup: 'packages/cli/test/global-setup.ts',
        setupFile,
        retried: browserFault,
        isolate: false,
      }),
      project({
        name: 'runtime',
        include: ['packages/runtime/test/**/*.test.ts'],
        exclude: [alone],
        globalSetup: server,
        isolate: false,
      }),
      project({ name: 'alone', include: [alone], globalSetup: server, isolate: true }),
    ],
  },
});
