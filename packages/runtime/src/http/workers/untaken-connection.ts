import type { Worker } from 'node:cluster';

interface Handle {
  close(): void;
}

/**
 * Closes the connection that a worker was given and did not take before its end, so that its client does not wait for
 * ever: Node keeps it open and forgets it. There is at most one, because Node gives a worker the next connection when it
 * has taken the last one. Closing a connection that was taken does nothing, because Node has closed it here.
 */
export function closeUntaken(worker: Worker): void {
  const { process: child } = worker;
  const send = child.send.bind(child);
  let last: Handle | undefined;
  child.send = (message: unknown, handle?: unknown, ...rest: unknown[]): boolean => {
    if (isHandle(handle)) last = handle;
    // The parameters of all overloads, passed on as they came.
    return (send as (...all: unknown[]) => boolean)(message, handle, ...rest);
  };
  worker.once('exit', () => last?.close());
}

function isHandle(value: unknown): value is Handle {
  return typeof value === 'object' && value !== null && 'close' in value && typeof value.close === 'function';
}
