import { createRequire } from 'node:module';

interface Manifest {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
}

/** The version and dependencies of this package, wherever the build puts this module. */
export const { version, dependencies }: Manifest = createRequire(import.meta.url)('#manifest');

/** The command that adds packages to a project. The runtime has the version of the command line, also of a candidate. */
export function installCommand(packages: readonly string[]): string {
  const named = packages.map((name) => (name === '@content-gen/runtime' ? `${name}@${version}` : name));
  return ['npm install', ...named].join(' ');
}
