import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

import { formatSources } from './prettier.js';

export interface FormatJob {
  /** The prettier to load. */
  readonly module: string;
  /** The folder whose options apply. */
  readonly folder: string;
  readonly sources: readonly string[];
}

/** With fewer files, starting a thread takes longer than it saves. More than two threads would need too much memory. */
const worthAThread = 100;

/** Formats in this thread and, if there are many files, in a second one. */
export async function formatInThreads(job: FormatJob, progress: (done: number) => void): Promise<readonly string[]> {
  let done = 0;
  const count = (): void => progress(++done);
  if (job.sources.length < worthAThread || !existsSync(fileURLToPath(workerModule))) return formatSources(job, count);

  const half = Math.ceil(job.sources.length / 2);
  const [theirs, ours] = await Promise.all([
    formatInWorker({ ...job, sources: job.sources.slice(0, half) }, count),
    formatSources({ ...job, sources: job.sources.slice(half) }, count),
  ]);
  return [...theirs, ...ours];
}

/** Only the built package contains the module. */
const workerModule = new URL('./worker.js', import.meta.url);

function formatInWorker(job: FormatJob, count: () => void): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    const formatted: string[] = [];
    const worker = new Worker(workerModule, { workerData: job });
    worker.on('message', (content: string) => {
      formatted.push(content);
      count();
      if (formatted.length === job.sources.length) resolve(formatted);
    });
    worker.on('error', reject);
  });
}
