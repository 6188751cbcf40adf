import { createRequire } from 'node:module';

interface Manifest {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
}

/** The version and dependencies of this package, wherever the build puts this module. */
export const { version, dependencies }: Manifest = createRequire(import.meta.url)('#manifest');
