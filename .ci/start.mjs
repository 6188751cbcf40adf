// `npm start`: from a fresh clone to a served example project. The studio is built while the example starts.
import { join } from 'node:path';

import { root } from './release/commands.mjs';
import { buildStudioBeside, bundle, install } from './workspace.mjs';

install();
bundle();
buildStudioBeside();

// In this process, so that a signal to it reaches the server and its database.
process.chdir(join(root, 'fixtures', 'example'));
process.argv = [process.argv[0], 'content-gen', 'serve', '--seed', 'seed/seed.json', ...process.argv.slice(2)];
await import('../packages/cli/bin/content-gen.js');
