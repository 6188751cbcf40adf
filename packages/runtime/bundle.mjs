// Bundles each entry into one file, and shared code into a few: a server then loads tens of files, not hundreds.
import { rmSync } from 'node:fs';
import { build } from 'esbuild';

const entries = [
  'index',
  'address',
  'attributes',
  'commonjs',
  'events',
  'explain',
  'hono',
  'kinds',
  'node',
  'schema',
  'studio',
  'tables',
  'test',
  'transfer',
];
// As deep below the package as src/upload, because worker-path.ts there has a relative path.
const outdir = 'dist/bundle';

rmSync(outdir, { recursive: true, force: true });
await build({
  entryPoints: entries.map((name) => ({ in: `src/${name}.ts`, out: name })),
  outdir,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  packages: 'external',
  logLevel: 'warning',
});
