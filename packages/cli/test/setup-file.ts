/** Runs before each test file, also where files share a worker and its modules. */
import { afterAll } from 'vitest';

import { endProcesses } from './command-line.js';
import { removeProjects } from './temporary-project.js';

afterAll(() => {
  endProcesses();
  removeProjects();
});
