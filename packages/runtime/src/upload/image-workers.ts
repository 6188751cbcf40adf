import { type ChildProcess, fork } from 'node:child_process';
import { availableParallelism, constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';

import type { ProcessedImage } from './images.js';

export interface Box {
  readonly width: number;
  readonly height: number;
}

export interface ImageJob {
  readonly path: string;
  /** Where results go; formats get a suffix. */
  readonly target: string;
  readonly formats: readonly (readonly [name: string, box: Box])[];
  readonly optimize: boolean;
}

export type ImageResult =
  { readonly ok: true; readonly image: ProcessedImage } | { readonly ok: false; readonly reason: ImageFailure };

/** The image cannot be read, the disk is full, or it took too long. */
export type ImageFailure = 'image' | 'disk' | 'time';

type Message = { readonly ready: boolean } | ImageResult;

interface Task {
  readonly job: ImageJob;
  readonly resolve: (result: ImageResult | undefined) => void;
}

const PROGRAM = fileURLToPath(new URL('../../worker/images.mjs', import.meta.url));
const MAX_WORKERS = Math.min(2, Math.max(1, availableParallelism() - 1));
/** What takes longer is an image made to take long, or a machine that has no time for images. */
const JOB_TIMEOUT_MS = 120_000;
/** How long a worker waits for more before it gives its memory back. */
const IDLE_MS = 30_000;

/** Processes that work on one image each; the rest waits. They start when there is something to do. */
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
    /** `undefined` where images cannot be worked on, because sharp is not installed. */
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
  const child = fork(PROGRAM, {
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

/** What reads the files of strangers has no use for the secrets of the server. */
function environment(): NodeJS.ProcessEnv {
  const kept = ['PATH', 'NODE_OPTIONS', 'NODE_PATH', 'LD_LIBRARY_PATH', 'TMPDIR', 'TEMP', 'SystemRoot'];
  return Object.fromEntries(kept.map((name) => [name, process.env[name]]));
}

/** Requests come first. Said at once: threads have the priority that their process had when they began. */
function yieldToOthers({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Not allowed everywhere: it is then a process like any other.
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
    return (await answer<ImageResult>(child)) ?? failure(late ? 'time' : 'image');
  } finally {
    clearTimeout(timeout);
  }
}

/** A process that ends over an image has met one that is not meant to be read. */
function failure(reason: ImageFailure): ImageResult {
  return { ok: false, reason };
}

/** The next message; `undefined` where the process ends without one. */
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

/** A worker with nothing to do does not keep the server from ending. */
function hold(child: ChildProcess, held: boolean): void {
  if (held) child.ref();
  else child.unref();
  if (held) child.channel?.ref();
  else child.channel?.unref();
}

let hasWarned = false;

function warned(): undefined {
  if (!hasWarned) {
    const message = 'Images are stored without formats: install sharp to have them made.';
    process.stderr.write(`${JSON.stringify({ level: 'warn', message })}\n`);
  }
  hasWarned = true;
}

function remove<T>(list: T[], item: T): void {
  const at = list.indexOf(item);
  if (at >= 0) list.splice(at, 1);
}
