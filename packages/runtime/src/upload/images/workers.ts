import { writeLog } from '../../errors/index.js';
import { type ChildProcess, fork } from 'node:child_process';
import { availableParallelism, constants, setPriority } from 'node:os';

import { WORKER_PATH } from '../worker-path.js';
import type { ProcessedImage } from './images.js';

export interface Box {
  readonly width: number;
  readonly height: number;
}

export interface ImageJob {
  readonly path: string;
  readonly type: string;
  /** The path of the result; formats get a suffix. */
  readonly target: string;
  readonly formats: readonly (readonly [name: string, box: Box])[];
  readonly optimize: boolean;
  /** An image with more pixels is not decoded. */
  readonly maxPixels: number;
}

export type ImageResult =
  | { readonly ok: true; readonly image: ProcessedImage }
  | ({ readonly ok: false } & ImageFailure);

/** `image`: it cannot be read. `metadata`: it would keep its metadata. `disk`: it is full. `time`: the job took too long. */
export type ImageFailure =
  | { readonly reason: 'image' | 'metadata' | 'disk' | 'time' }
  | { readonly reason: 'pixels'; readonly pixels: number };

type Message = { readonly ready: boolean } | ImageResult;

interface Task {
  readonly job: ImageJob;
  readonly resolve: (result: ImageResult | undefined) => void;
}

/** One for each core: the priority of workers keeps them out of the way of requests. Each may hold a large image. */
const MAX_WORKERS = Math.min(4, availableParallelism());
/** A job that takes longer has a malicious image, or an overloaded machine. */
const JOB_TIMEOUT_MS = 120_000;
/**
 * How long an idle worker waits for the next job before it ends. The image library ends its own threads after 15 seconds;
 * a worker that had waited about that long was once seen to take a job and never end it.
 */
const IDLE_MS = 10_000;

/** Processes with one image each; further jobs queue. A worker starts when there is a job for it. */
function createWorkers() {
  const queue: Task[] = [];
  let busy = 0;
  const idle: Worker[] = [];

  const next = async (): Promise<void> => {
    if (busy >= MAX_WORKERS) return;
    const task = queue.shift();
    if (task === undefined) return;
    busy++;
    const worker = idle.pop() ?? startWorker((gone) => void remove(idle, gone));
    const result = await worker.work(task.job);
    busy--;
    if (worker.alive()) idle.push(worker);
    task.resolve(result);
    void next();
  };

  return {
    /** `undefined` if sharp is not installed. */
    run: (job: ImageJob) =>
      new Promise<ImageResult | undefined>((resolve) => {
        queue.push({ job, resolve });
        void next();
      }),
  };
}

export const imageWorkers = createWorkers();

interface Worker {
  work(job: ImageJob): Promise<ImageResult | undefined>;
  alive(): boolean;
}

function startWorker(onEnd: (worker: Worker) => void): Worker {
  const child = fork(WORKER_PATH, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [],
    serialization: 'json',
    env: environment(),
  });
  yieldToOthers(child);
  let alive = true;
  const end = () => {
    alive = false;
    onEnd(worker);
    child.kill('SIGKILL');
  };
  child.once('exit', end);
  child.on('error', end);
  const ready = firstMessage(child);
  let rest: NodeJS.Timeout | undefined;
  const worker: Worker = {
    alive: () => alive,
    async work(job) {
      clearTimeout(rest);
      hold(child, true);
      const result = await done(child, ready, job);
      hold(child, false);
      rest = setTimeout(end, IDLE_MS);
      rest.unref();
      return result;
    },
  };
  return worker;
}

/** The workers read untrusted files, so they do not get the secrets in the environment of the server. */
function environment(): NodeJS.ProcessEnv {
  const kept = ['PATH', 'NODE_OPTIONS', 'NODE_PATH', 'LD_LIBRARY_PATH', 'TMPDIR', 'TEMP', 'SystemRoot'];
  return Object.fromEntries(kept.map((name) => [name, process.env[name]]));
}

/** Requests come first. The priority is set at once, because threads inherit it when they start. */
function yieldToOthers({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Not every system allows it; the worker then runs at normal priority.
  }
}

async function done(child: ChildProcess, ready: Promise<boolean>, job: ImageJob): Promise<ImageResult | undefined> {
  let late = false;
  const timeout = setTimeout(() => {
    late = true;
    child.kill('SIGKILL');
  }, JOB_TIMEOUT_MS);
  try {
    if (!(await ready)) return late ? failure('time') : warned();
    child.send(job);
    // An image that ends the process is a malicious one.
    return (await answer<ImageResult>(child)) ?? failure(late ? 'time' : 'image');
  } finally {
    clearTimeout(timeout);
  }
}

function failure(reason: 'image' | 'time'): ImageResult {
  return { ok: false, reason };
}

/** The next message; `undefined` if the process ends without one. */
function answer<T extends Message>(child: ChildProcess): Promise<T | undefined> {
  return new Promise((resolve) => {
    const end = (message?: T) => {
      child.off('message', end);
      child.off('exit', gone);
      child.off('error', gone);
      resolve(message);
    };
    const gone = () => end();
    child.on('message', end);
    child.once('exit', gone);
    child.once('error', gone);
  });
}

async function firstMessage(child: ChildProcess): Promise<boolean> {
  const message = await answer<{ readonly ready: boolean }>(child);
  return message?.ready ?? false;
}

/** An idle worker does not keep the server from ending. */
function hold(child: ChildProcess, held: boolean): void {
  if (held) child.ref();
  else child.unref();
  if (held) child.channel?.ref();
  else child.channel?.unref();
}

let hasWarned = false;

function warned(): undefined {
  if (!hasWarned) {
    const message = 'Images are stored with their metadata and without smaller formats. Install sharp to change that.';
    writeLog({ level: 'warn', message });
  }
  hasWarned = true;
}

function remove<T>(list: T[], item: T): void {
  const at = list.indexOf(item);
  if (at >= 0) list.splice(at, 1);
}
