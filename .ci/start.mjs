// `npm start`: from a fresh clone to a served example project.
import { fileURLToPath } from 'node:url';

import './setup.mjs';

// In this process, so that a signal to it reaches the server and its database.
process.chdir(fileURLToPath(new URL('../fixtures/example', import.meta.url)));
process.argv = [process.argv[0], 'content-gen', 'serve', '--seed', 'seed/seed.json', ...process.argv.slice(2)];
await import('../packages/cli/bin/content-gen.js');
