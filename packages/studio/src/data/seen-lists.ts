import { useSyncExternalStore } from 'react';

import { recall, remember } from '../session/remembered.js';
import { person } from '../session/session.js';

const listeners = new Set<() => void>();

/** Remembers the search of the address of a list, which has the state of the list. */
export function rememberList(type: string, search: string): void {
  if (search === seenList(type)) return;
  remember(person(), listName(type), search);
  for (const listener of listeners) listener();
}

/** The search of the address of a list, as it was when the person last saw the list. */
export function seenList(type: string): string {
  return recall(person(), listName(type)) ?? '';
}

/** The address of a list as the person last saw it. */
export function seenListPath(type: string): string {
  return listPath(type, seenList(type));
}

/** What every list of a type keeps, also one that starts anew. */
const LASTING = ['columns', 'size'];

/**
 * Where the navigation leads: to the list as the person last saw it, and from that list to its start, without search
 * and filters.
 */
export function useListPath(type: string, isOpen: boolean): string {
  const search = useSyncExternalStore(subscribe, () => seenList(type));
  if (!isOpen) return listPath(type, search);
  const lasting = [...new URLSearchParams(search)].filter(([name]) => LASTING.includes(name));
  return listPath(type, new URLSearchParams(lasting).toString());
}

function listPath(type: string, search: string): string {
  return `/content/${type}${search === '' ? '' : `?${search}`}`;
}

function listName(type: string): string {
  return `list ${type}`;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
