import { codeOf } from '../diagnostics/thrown.js';

/** Whether a process with this id runs. Systems reuse ids, so this may be another process than the caller means. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}
