import { createRequire } from 'node:module';

interface Manifest {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
}

/** Of this package, and what it depends on. */
export const { version, dependencies }: Manifest = createRequire(import.meta.url)('../package.json');
