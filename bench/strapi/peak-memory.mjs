import { readFileSync } from 'node:fs';

/** The largest resident memory that a process has had, in megabytes. Only Linux tells it. */
export function peakMegabytes(pid) {
  if (process.platform !== 'linux') return Number.NaN;
  const [, kilobytes] = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1_024);
}
