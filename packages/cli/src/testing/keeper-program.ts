import { resolve } from 'node:path';

import { isProblem } from '../diagnostics/problem.js';
import { traceOf } from '../diagnostics/thrown.js';
import { releaseKeeperLock, removeKeeperLog, takeKeeperLock } from './place.js';

const root = resolve(process.argv[2] ?? '.');

// Several test files may start a keeper at once. All but one end before they load anything.
if (await takeKeeperLock(root)) {
  try {
    const { keep } = await import('./keeper.js');
    await keep(root);
    await removeKeeperLog(root);
  } catch (error) {
    // The test file that started this process reads the log.
    console.error(isProblem(error) ? error.message : traceOf(error));
    process.exitCode = 1;
  } finally {
    await releaseKeeperLock(root);
  }
}
// A connection to a server that was killed would keep the process alive.
process.exit();
