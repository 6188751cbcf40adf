import { codeOf } from '../diagnostics/thrown.js';

/** Whether a process with this id runs. Ids are reused, so it may be another process than the one that was meant. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}
