import { fileURLToPath } from 'node:url';

import { defineConfig } from 'vitest/config';

const runtime = fileURLToPath(new URL('packages/runtime/src/', import.meta.url));

/** Tests see the sources of the runtime, never a stale build; generated code in fixtures included. */
const resolve = {
  alias: [
    { find: /^@content-gen\/runtime$/, replacement: `${runtime}index.ts` },
    { find: /^@content-gen\/runtime\/(\w+)$/, replacement: `${runtime}$1.ts` },
  ],
};

function project(name: string, root: string, globalSetup: string[] = []) {
  const include = ['src/**/*.test.ts', 'test/**/*.test.ts'];
  return { resolve, test: { name, root, include, globalSetup, testTimeout: 90_000, hookTimeout: 90_000 } };
}

export default defineConfig({
  test: {
    projects: [
      project('runtime', 'packages/runtime', ['test/harness/global-setup.ts']),
      project('cli', 'packages/cli'),
    ],
  },
});
