/** Beats in a row that do not come, after which a process is blocked. */
const MAX_MISSED = 5;
const MIN_MS = 1_000;
const MAX_MS = 86_400_000;

/** How often a process has to beat so that it is found blocked after `blockedMs`; `undefined`: never. */
export function pulseMs(blockedMs: number | false): number | undefined {
  if (blockedMs === false) return undefined;
  if (blockedMs >= MIN_MS && blockedMs <= MAX_MS) return blockedMs / MAX_MISSED;
  throw new Error(`blockedMs must be false or a number from ${MIN_MS} to ${MAX_MS}, not ${blockedMs}`);
}

/**
 * Options of Node for a worker that beats from its first moment on: the worker loads this module before the program,
 * which may block before it calls `serve`. The beat is a timer, because a listener for messages would take the messages
 * that wait for the program.
 */
export function beating(everyMs: number): readonly string[] {
  const code = `import cluster from 'node:cluster';
const beat = () => process.connected && process.send({ contentGen: 'beat' }, () => undefined);
if (cluster.isWorker) setInterval(beat, ${everyMs}).unref();`;
  return ['--import', `data:text/javascript,${encodeURIComponent(code)}`];
}

/**
 * Whether a process still beats, which only a running event loop does. The pulse counts missing beats and measures no
 * time: after the sleep of a machine, much time has passed in which no beat was due.
 */
export class Pulse {
  #missed = 0;

  get isBlocked(): boolean {
    return this.#missed >= MAX_MISSED;
  }

  /** A beat is due. */
  wait(): void {
    this.#missed++;
  }

  beat(): void {
    this.#missed = 0;
  }
}
