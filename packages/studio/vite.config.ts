import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

import react from '@vitejs/plugin-react';
import { type Plugin, defineConfig } from 'vite';

/** Writes `<file>.br` beside each built file, because compressing as well takes a server half a second. */
const brotli: Plugin = {
  name: 'brotli',
  apply: 'build',
  writeBundle({ dir = 'dist' }) {
    const assets = join(dir, 'assets');
    for (const name of readdirSync(assets)) {
      if (!/\.(js|css)$/.test(name)) continue;
      writeFileSync(join(assets, `${name}.br`), brotliCompressSync(readFileSync(join(assets, name))));
    }
  },
};

export default defineConfig({
  // Relative, because a project decides where the studio is mounted; the page says where with `<base>`.
  base: './',
  plugins: [react(), brotli],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 600,
  },
});
