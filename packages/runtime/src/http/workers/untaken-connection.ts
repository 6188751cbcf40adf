import type { Worker } from 'node:cluster';

interface Handle {
  close(): void;
}

/** The worker that a connection was given to last. */
const holders = new WeakMap<Handle, Worker>();

/**
 * Closes connections that no worker will take, so that their clients do not wait for ever: Node keeps them open and
 * forgets them. There are two kinds:
 * - A worker ended before it took the connection. There is at most one, because Node gives a worker the next connection
 *   when it has taken the last one. Closing a connection that was taken does nothing, because Node has closed it here.
 * - A worker has refused the connection, because it has closed its server, and no other worker listens any more.
 *
 * `allStop`: whether all workers have been told to stop, so that none begins to listen.
 */
export function closeUntaken(worker: Worker, allStop: () => boolean): void {
  const { process: child } = worker;
  const send = child.send.bind(child);
  let last: Handle | undefined;
  child.send = (message: unknown, handle?: unknown, ...rest: unknown[]): boolean => {
    if (isHandle(handle)) {
      last = handle;
      holders.set(handle, worker);
    }
    // The parameters of all overloads, passed on as they came.
    return (send as (...all: unknown[]) => boolean)(message, handle, ...rest);
  };
  child.on('internalMessage', (message: unknown) => {
    const refused = isRefusal(message) && allStop() ? last : undefined;
    // Node gives it to a worker that still listens first.
    if (refused !== undefined) setImmediate(() => holders.get(refused) === worker && refused.close());
  });
  worker.once('exit', () => last?.close());
}

function isHandle(value: unknown): value is Handle {
  return typeof value === 'object' && value !== null && 'close' in value && typeof value.close === 'function';
}

/** The answer of a worker to a connection. */
function isRefusal(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'accepted' in message && message.accepted === false;
}
