import { parentPort, workerData } from 'node:worker_threads';

import { formatSources } from './prettier.js';
import type { FormatJob } from './threads.js';

await formatSources(workerData as FormatJob, (content) => parentPort?.postMessage(content));
