import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

import { defineConfig } from 'vitest/config';

import { SlowFirst } from './.ci/tests/slow-first.js';
import { isDeep, otherFiles } from './.ci/tests/suite.js';
import { Verdict } from './.ci/tests/verdict.js';

const [runtime, cli, strapi] = ['runtime', 'cli', 'strapi'].map((name) =>
  fileURLToPath(new URL(`packages/${name}/src/`, import.meta.url)),
);

/** Tests see the sources of the packages, never a stale build; generated code in fixtures included. */
const resolve = {
  alias: [
    { find: /^@content-gen\/runtime$/, replacement: `${runtime}index.ts` },
    { find: /^@content-gen\/runtime\/(\w+)$/, replacement: `${runtime}$1.ts` },
    { find: /^@content-gen\/strapi$/, replacement: `${strapi}index.ts` },
    { find: /^content-gen\/(test|tools)$/, replacement: `${cli}$1.ts` },
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

interface Group {
  readonly name: string;
  readonly include: readonly string[];
  readonly exclude?: readonly string[];
  /** Starts the servers that its tests share. */
  readonly globalSetup?: string;
  readonly setupFile?: string;
  /** Whether every file loads its modules anew, which takes about a second. */
  readonly isolate: boolean;
}

const others = otherFiles();
const properties = '.ci/tests/properties.ts';

/** More than there are cores, because many tests wait for processes or databases. */
const maxWorkers = availableParallelism() + 3;

function project(group: Group) {
  const { name, include, exclude = [], globalSetup, setupFile, isolate } = group;
  return {
    resolve,
    test: {
      name,
      include: [...include],
      exclude: ['**/node_modules/**', ...exclude, ...others],
      globalSetup: globalSetup === undefined ? [] : [globalSetup],
      setupFiles: [properties, ...(setupFile === undefined ? [] : [setupFile])],
      // The last lines of a run name each test that passes only when it is repeated.
      retry: 1,
      isolate,
      unstubEnvs: true,
      provide: { certificates },
      maxWorkers,
      // The modules of a worker make much garbage at first, which a larger nursery collects less often.
      execArgv: ['--max-semi-space-size=64'],
      // Several times what any of them takes, because other programs may use the machine, too.
      testTimeout: isDeep ? 1_800_000 : 300_000,
      hookTimeout: 600_000,
      expect: { poll: { timeout: 30_000 } },
    },
  };
}

/** Tests without a database and without processes of their own. */
const units = ['packages/*/src/**/*.test.ts', 'packages/cli/test/{advisories,architecture,errors,rooms}.test.ts'];
/** It is about a database. */
const embedded = 'packages/cli/src/database/embedded.test.ts';

const setupFile = 'packages/cli/test/setup-file.ts';
const server = 'packages/runtime/test/harness/global-setup.ts';

export default defineConfig({
  test: {
    sequence: { sequencer: SlowFirst },
    reporters: ['default', new Verdict()],
    // Not every group has properties, so that the deep suite may leave one empty.
    passWithNoTests: isDeep,
    projects: [
      project({ name: 'unit', include: units, exclude: [embedded], setupFile, isolate: false }),
      project({
        name: 'cli',
        include: ['packages/cli/test/**/*.test.ts', embedded],
        exclude: units.slice(1),
        globalSetup: 'packages/cli/test/global-setup.ts',
        setupFile,
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
