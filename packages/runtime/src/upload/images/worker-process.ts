import { type ChildProcess, fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';

import { writeLog } from '../../errors/index.js';
import { WORKER_PATH } from '../worker-path.js';
import { type ImageJob, type ImageResult, failure } from './job.js';

type Message = { readonly ready: boolean } | ImageResult;

/** A job that takes longer has an overloaded machine or a worker that stands still, because its processor time is limited. */
const JOB_TIMEOUT_MS = 120_000;
/**
 * How long an idle worker waits for the next job before it ends. The image library ends its own threads after 15 seconds;
 * a worker that had waited about that long was once seen to take a job and never end it.
 */
const IDLE_MS = 10_000;

/** A process that works on one image at a time. */
export interface Worker {
  /** `undefined` if sharp is not installed. */
  work(job: ImageJob): Promise<ImageResult | undefined>;
  /** Ends the process, and the work on its image. */
  end(): void;
  alive(): boolean;
}

export function startWorker(onEnd: (worker: Worker) => void): Worker {
  const child = fork(WORKER_PATH, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [],
    serialization: 'json',
    env: environment(),
  });
  yieldToOthers(child);
  let alive = true;
  let isCancelled = false;
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
    end() {
      isCancelled = true;
      end();
    },
    async work(job) {
      clearTimeout(rest);
      hold(child, true);
      const result = await done(child, ready, job, () => isCancelled);
      hold(child, false);
      // The worker reports the cost, but cannot stop the work.
      if (isTooCostly(result)) end();
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
    // Not every system allows a change of the priority; the worker then runs at normal priority.
  }
}

async function done(
  child: ChildProcess,
  ready: Promise<boolean>,
  job: ImageJob,
  isCancelled: () => boolean,
): Promise<ImageResult | undefined> {
  let late = false;
  const timeout = setTimeout(() => {
    late = true;
    child.kill('SIGKILL');
  }, JOB_TIMEOUT_MS);
  try {
    if (!(await ready)) return late || isCancelled() ? failure('time') : warned();
    child.send(job);
    // An image that ends the process is malicious.
    return (await answer<ImageResult>(child)) ?? failure(late ? 'time' : 'image');
  } finally {
    clearTimeout(timeout);
  }
}

function isTooCostly(result: ImageResult | undefined): boolean {
  return result?.ok === false && result.reason === 'cost';
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
