// One file per entry and a few for what they share: a server that starts loads tens of files, not hundreds.
import { rmSync } from 'node:fs';
import { build } from 'esbuild';

const entries = ['index', 'attributes', 'filters', 'hono', 'node', 'populate', 'schema', 'tables'];
// As deep below the package as the sources are, because paths to the worker are relative.
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
