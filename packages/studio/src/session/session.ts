import { useSyncExternalStore } from 'react';

import { queryClient } from '../data/query-client.js';
import { setup } from '../setup.js';

/**
 * The session of the person at this browser. It lives as long as the tab: `sessionStorage` survives a reload, and ends
 * with the tab. A refresh token in a cookie, which scripts cannot read, may continue it in another tab.
 */
export type Session =
  | { readonly state: 'out'; readonly reason?: string }
  | { readonly state: 'token'; readonly secret: string }
  | { readonly state: 'user'; readonly jwt: string; readonly refreshToken?: string };

const KEY = 'content-gen-studio:session';
/** Keys of everything that the studio keeps in this browser for its user, and removes when the user signs out. */
export const KEPT = 'content-gen-studio:kept:';

let current: Session = restored();
const listeners = new Set<() => void>();

// A link of `serve` that is opened in a tab of the studio changes only the part behind `#`, and loads nothing.
window.addEventListener('hashchange', () => {
  if (location.hash.startsWith('#token=')) setSession(restored());
});

export function session(): Session {
  return current;
}

export function useSession(): Session {
  return useSyncExternalStore(subscribe, session);
}

export function setSession(next: Session): void {
  current = next;
  if (next.state === 'out') sessionStorage.removeItem(KEY);
  else sessionStorage.setItem(KEY, JSON.stringify(next));
  for (const listener of listeners) listener();
}

/** Forgets the session and everything that was kept for its user. */
export function endSession(reason?: string): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(KEPT)) localStorage.removeItem(key);
  setSession({ state: 'out', ...(reason === undefined ? {} : { reason }) });
  // The next user of the tab has other rights.
  queryClient.clear();
}

export async function signIn(identifier: string, password: string): Promise<void> {
  const answer = await fetch(`${setup.api}/auth/local`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ identifier, password }),
  });
  const body: { jwt?: string; refreshToken?: string; error?: { message: string } } = await answer.json();
  if (!answer.ok || body.jwt === undefined) throw new Error(explained(answer.status, body.error?.message));
  const { jwt, refreshToken } = body;
  setSession({ state: 'user', jwt, ...(refreshToken === undefined ? {} : { refreshToken }) });
}

function explained(status: number, message: string | undefined): string {
  if (status === 403) {
    return 'This project does not let users sign in. Give the role "public" the permission auth.callback.';
  }
  return message ?? 'The server did not answer as expected.';
}

export async function signOut(): Promise<void> {
  const { state } = current;
  if (state === 'user') {
    // A role without the permission auth.logout stays signed in elsewhere; this browser forgets its session anyway.
    const headers = { Authorization: `Bearer ${bearer() ?? ''}`, 'Content-Type': 'application/json' };
    await fetch(`${setup.api}/auth/logout`, { method: 'POST', headers, body: '{}' }).catch(() => undefined);
  }
  endSession();
}

export function bearer(): string | undefined {
  if (current.state === 'out') return undefined;
  return current.state === 'token' ? current.secret : current.jwt;
}

let refreshing: Promise<boolean> | undefined;

/** Continues the session of a user with its refresh token. Requests that fail at the same time share one attempt. */
export function refresh(): Promise<boolean> {
  refreshing ??= continueSession().finally(() => (refreshing = undefined));
  return refreshing;
}

async function continueSession(): Promise<boolean> {
  if (current.state === 'token') return false;
  const refreshToken = current.state === 'user' ? current.refreshToken : undefined;
  const answer = await fetch(`${setup.api}/auth/refresh`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(refreshToken === undefined ? {} : { refreshToken }),
  });
  if (!answer.ok) return false;
  const body: { jwt: string; refreshToken?: string } = await answer.json();
  setSession({ state: 'user', ...body });
  return true;
}

/** The token behind `#`, as `content-gen serve` prints it, or the session before the reload. */
function restored(): Session {
  const [, secret] = /^#token=([\w-]+)$/.exec(location.hash) ?? [];
  if (secret !== undefined) {
    // The address bar and the history do not keep the secret.
    history.replaceState(null, '', location.pathname + location.search);
    const next: Session = { state: 'token', secret };
    sessionStorage.setItem(KEY, JSON.stringify(next));
    return next;
  }
  const stored = sessionStorage.getItem(KEY);
  const parsed: Session = stored === null ? { state: 'out' } : JSON.parse(stored);
  return parsed;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
