import { createRequire } from 'node:module';

interface Manifest {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
}

/** The version and dependencies of this package. */
export const { version, dependencies }: Manifest = createRequire(import.meta.url)('../package.json');
