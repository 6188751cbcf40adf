import type { TestProject } from 'vitest/node';

import { startServer } from './server.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the PostgreSQL that the tests of one run share. */
    postgres: string;
  }
}

/** One server per run; every test file makes a database of its own in it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startServer();
  project.provide('postgres', server.url);
  return server.stop;
}
