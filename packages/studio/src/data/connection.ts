import { useSyncExternalStore } from 'react';

import { basePath } from '../setup.js';

/**
 * Whether the server answered the last request. While the server does not answer, the studio asks again every few
 * seconds.
 */
let reachable = true;
const listeners = new Set<() => void>();
let retry: ReturnType<typeof setTimeout> | undefined;
const RETRY_MS = 3_000;

export function useReachable(): boolean {
  return useSyncExternalStore(subscribe, () => reachable);
}

export function reportReachable(next: boolean): void {
  if (!next && retry === undefined) retry = setTimeout(ask, RETRY_MS);
  if (next === reachable) return;
  reachable = next;
  for (const listener of listeners) listener();
}

function ask(): void {
  retry = undefined;
  fetch(`${basePath}/icon.svg`, { cache: 'no-store' }).then(
    () => reportReachable(true),
    () => reportReachable(false),
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
