import { useSyncExternalStore } from 'react';

/** Whether the person at this browser lets forms save themselves. Signing out does not change it. */
const KEY = 'content-gen-studio:autosave';
const OFF = 'off';
const listeners = new Set<() => void>();

export function useAutosaveChoice(): boolean {
  return useSyncExternalStore(subscribe, isChosen);
}

export function chooseAutosave(isOn: boolean): void {
  if (isOn) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, OFF);
  for (const listener of listeners) listener();
}

function isChosen(): boolean {
  return localStorage.getItem(KEY) !== OFF;
}

/** Another tab may change it, too. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}
