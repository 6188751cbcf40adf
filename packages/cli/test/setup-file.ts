/** Runs before each test file, also where files share a worker and its modules. */
import * as fc from 'fast-check';
import { afterAll } from 'vitest';

import { endProcesses } from './command-line.js';
import { removeProjects } from './temporary-project.js';

/**
 * Properties try the same values in every run, because a failure must say something about a change, and not about chance.
 * `SEED=7 npx vitest run …` tries others.
 */
fc.configureGlobal({ seed: Number(process.env['SEED'] ?? 1) });

afterAll(() => {
  endProcesses();
  removeProjects();
});
