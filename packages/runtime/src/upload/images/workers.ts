import { availableParallelism } from 'node:os';

import type { Client } from '../../database/index.js';
import { CallerQueue } from './caller-queue.js';
import { type ImageJob, type ImageResult, failure } from './job.js';
import { type Worker, startWorker } from './worker-process.js';

interface Task {
  readonly caller: string;
  readonly client: Client | undefined;
  readonly job: ImageJob;
  readonly resolve: (result: ImageResult | undefined) => void;
}

/**
 * One worker for each core, because the low priority of workers keeps them out of the way of requests. At most four,
 * because each worker may hold a large image.
 */
const MAX_WORKERS = Math.min(4, availableParallelism());
/** One caller leaves a worker to the others, if there are several. */
const MAX_OF_CALLER = Math.max(1, MAX_WORKERS - 1);
/** How often the workers look for clients that have gone. */
const WATCH_MS = 200;

/**
 * Processes with one image each; further jobs queue, and their callers take turns. A worker starts when there is a job for
 * it. When the client of a job has gone, the job leaves the queue, or its worker ends.
 */
function createWorkers() {
  const queue = new CallerQueue<Task>();
  const running = new Map<Task, Worker>();
  const idle: Worker[] = [];
  let watch: NodeJS.Timeout | undefined;

  const mayRun = (caller: string) =>
    [...running.keys()].filter((task) => task.caller === caller).length < MAX_OF_CALLER;

  const begin = (): void => {
    while (running.size < MAX_WORKERS) {
      const task = queue.take(mayRun);
      if (task === undefined) return;
      void work(task);
    }
  };

  const work = async (task: Task): Promise<void> => {
    const worker = idle.pop() ?? startWorker((ended) => remove(idle, ended));
    running.set(task, worker);
    const result = await worker.work(task.job);
    running.delete(task);
    if (worker.alive()) idle.push(worker);
    task.resolve(isGone(task) ? failure('gone') : result);
    begin();
    if (running.size > 0) return;
    clearInterval(watch);
    watch = undefined;
  };

  const endGone = (): void => {
    for (const task of queue.takeAll(isGone)) task.resolve(failure('gone'));
    for (const [task, worker] of running) if (isGone(task)) worker.end();
  };

  return {
    /** `undefined` if sharp is not installed. */
    run: (job: ImageJob, client: Client | undefined) =>
      new Promise<ImageResult | undefined>((resolve) => {
        queue.add({ caller: client?.caller ?? '', client, job, resolve });
        watch ??= setInterval(endGone, WATCH_MS).unref();
        begin();
      }),
  };
}

export const imageWorkers = createWorkers();

function isGone({ client }: Task): boolean {
  return client?.isGone() === true;
}

function remove<T>(list: T[], item: T): void {
  const at = list.indexOf(item);
  if (at >= 0) list.splice(at, 1);
}
