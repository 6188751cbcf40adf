import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';

const runtime = fileURLToPath(new URL('../../src', import.meta.url));

/**
 * Bundles a program of a test with the sources, for a process of its own: as deep below the package as they lie, because
 * the worker for images is found from there.
 */
export async function bundleProgram(entry: URL, name: string): Promise<string> {
  const outfile = fileURLToPath(new URL(`../../node_modules/.${name}/${name}.${process.pid}.mjs`, import.meta.url));
  await build({
    entryPoints: [fileURLToPath(entry)],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    // Generated code imports the runtime by its name.
    alias: { '@content-gen/runtime': runtime },
  });
  return outfile;
}
