// Bundles the command line into a few files, because Node takes a millisecond to load each of hundreds. Code that only
// some commands need stays in files of its own.
import { cpSync } from 'node:fs';
import { basename } from 'node:path';

import { build } from 'esbuild';

await build({
  // As deep below the package as the sources, because they find other files of the package by relative paths.
  entryPoints: {
    'bundle/bin': 'src/bin.ts',
    'bundle/keeper': 'src/testing/keeper-program.ts',
    'bundle/test': 'src/test.ts',
    'bundle/worker': 'src/format/worker.ts',
    index: 'src/index.ts',
    tools: 'src/tools.ts',
  },
  chunkNames: 'bundle/[name]-[hash]',
  outdir: 'dist',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  packages: 'external',
  logLevel: 'warning',
});
// The templates of a move belong to its package.
const isOurs = (path) => basename(path) !== 'moving';
cpSync('../../templates', 'dist/templates', { recursive: true, filter: isOurs });
