// Bundles the tools into a few files, as the command line is. What only one of them needs stays in files of its own.
import { cpSync } from 'node:fs';

import { build } from 'esbuild';

await build({
  entryPoints: { index: 'src/index.ts' },
  chunkNames: 'bundle/[name]-[hash]',
  outdir: 'dist',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  packages: 'external',
  // The other config leads to the sources of the command line, which would be bundled, too.
  tsconfig: 'tsconfig.build.json',
  logLevel: 'warning',
});
for (const name of ['moving', 'partials']) {
  cpSync(`../../templates/${name}`, `dist/templates/${name}`, { recursive: true });
}
