import { parentPort, workerData } from 'node:worker_threads';

import { formatSources } from './prettier.js';
import type { FormatJob } from './threads.js';

const job: FormatJob = workerData;
await formatSources(job, (content) => parentPort?.postMessage(content));
