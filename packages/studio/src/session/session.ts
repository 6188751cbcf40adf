import { useSyncExternalStore } from 'react';

import { queryClient } from './query-client.js';
import { setup } from '../setup.js';
import { allowLeaving } from '../design/leaving.js';
import { linkedToken } from './linked-token.js';
import { forgetAll } from './remembered.js';
import { askAgain } from './refused-queries.js';
import { tabQuestion } from './tab-question.js';

/**
 * A session that the server took. `ended`: why the server does not take the session any more; the user may sign in
 * again.
 */
type Entered = (
  | { readonly state: 'token'; readonly secret: string }
  | { readonly state: 'user'; readonly jwt: string; readonly refreshToken?: string }
) & { readonly ended?: string };

/**
 * The session of the person at this browser. The session lives as long as the tab: `sessionStorage` survives a reload,
 * and ends with the tab. A refresh token in a cookie, which scripts cannot read, starts it in another tab.
 */
type Session = Entered | { readonly state: 'out'; readonly reason?: string } | { readonly state: 'starting' };

const KEY = 'content-gen-studio:session';
/** Says that a user has signed in in this browser, and not signed out, so that a new tab tries the cookie. */
const SIGNED_IN = 'content-gen-studio:signed-in';
/** Keys of everything that the studio keeps in this browser for its users, and removes when they sign out. */
const KEPT = 'content-gen-studio:kept:';

let current: Session = restored();
const listeners = new Set<() => void>();

// A link of `serve` that is opened in a tab of the studio changes only the part behind `#`, and loads nothing.
window.addEventListener('hashchange', () => {
  const next = linked();
  if (next !== undefined) enter(next);
});

export function session(): Session {
  return current;
}

export function useSession(): Session {
  return useSyncExternalStore(subscribe, session);
}

/** Who a session belongs to: the user, or the token. */
function ownerOf(session: Entered): string {
  return session.state === 'token' ? `token ${session.secret}` : `user ${subjectOf(session.jwt)}`;
}

function subjectOf(jwt: string): string {
  const [, payload = ''] = jwt.split('.');
  const claims: { sub?: string } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
  return claims.sub ?? '';
}

/**
 * Continues with a session. A session of another user gets a new page, because this page has forms and answers of the
 * first user; leaving the page keeps the changes in those forms.
 */
export function enter(next: Entered): void {
  const isOther = isEntered(current) && ownerOf(current) !== ownerOf(next);
  if (!isOther) return setSession(next);
  store(next);
  allowLeaving();
  // Without what the first user looked for.
  location.replace(location.pathname);
}

export function isEntered(session: Session): session is Entered {
  return session.state === 'user' || session.state === 'token';
}

function setSession(next: Session): void {
  const goesOn = hasEnded(current) && isEntered(next) && !hasEnded(next);
  current = next;
  store(next);
  // Requests that the server refused meanwhile get an answer now.
  if (goesOn) void askAgain(queryClient);
  for (const listener of listeners) listener();
}

function hasEnded(session: Session): boolean {
  return isEntered(session) && session.ended !== undefined;
}

function store(next: Session): void {
  if (!isEntered(next)) return sessionStorage.removeItem(KEY);
  const { ended: _, ...lasting } = next;
  return sessionStorage.setItem(KEY, JSON.stringify(lasting));
}

/** The server takes the session no more. Forms stay as they are until their user signs in again. */
export function loseSession(reason = 'Your session has ended. Sign in again to go on.'): void {
  if (isEntered(current) && !hasEnded(current)) setSession({ ...current, ended: reason });
}

/** The user of the session. Tokens have none. */
export function person(): string | undefined {
  return current.state === 'user' ? subjectOf(current.jwt) : undefined;
}

/** The begin of the names of everything that is kept for the user, or for the users of tokens. */
export function keptFor(): string {
  return KEPT + (person() ?? 'token:');
}

function keptKeys(): readonly string[] {
  return Object.keys(localStorage).filter((key) => key.startsWith(keptFor()));
}

export function hasKeptChanges(): boolean {
  return keptKeys().length > 0;
}

/** Forgets the session and everything that was kept for its user. */
function endSession(): void {
  for (const key of keptKeys()) localStorage.removeItem(key);
  forgetAll(person());
  localStorage.removeItem(SIGNED_IN);
  setSession({ state: 'out' });
  // The next user of the tab has other rights, and another way: the address may have what this one looked for.
  history.replaceState(null, '', location.pathname);
  queryClient.clear();
}

export async function signIn(identifier: string, password: string): Promise<void> {
  const answer = await fetch(`${setup.api}/auth/local`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ identifier, password }),
  }).catch(() => undefined);
  if (answer === undefined) throw new Error('The server cannot be reached.');
  const body: { jwt?: string; refreshToken?: string; error?: { message: string } } = await answer
    .json()
    .catch(() => ({}));
  if (!answer.ok || body.jwt === undefined) throw new Error(explained(answer.status, body.error?.message));
  const { jwt, refreshToken } = body;
  localStorage.setItem(SIGNED_IN, 'yes');
  enter({ state: 'user', jwt, ...(refreshToken === undefined ? {} : { refreshToken }) });
}

function explained(status: number, message: string | undefined): string {
  if (status === 403) {
    return 'This project does not let users sign in. Give the role "public" the permission auth.callback.';
  }
  return message ?? 'The server did not answer as expected.';
}

export async function signOut(): Promise<void> {
  // An access token lasts some minutes; without one, the server would keep the session.
  if (current.state === 'user' && (await logout()) === 401 && (await refresh()) === 'continued') await logout();
  endSession();
}

/** A role without the permission auth.logout stays signed in elsewhere; this browser forgets its session anyway. */
async function logout(): Promise<number | undefined> {
  const headers = { Authorization: `Bearer ${bearer() ?? ''}`, 'Content-Type': 'application/json' };
  const sent = fetch(`${setup.api}/auth/logout`, { method: 'POST', headers, body: '{}' });
  return sent.then(({ status }) => status).catch(() => undefined);
}

export function bearer(): string | undefined {
  if (!isEntered(current)) return undefined;
  return current.state === 'token' ? current.secret : current.jwt;
}

/** `unreachable`: the server gave no answer about the session, which may still be a good one. */
type Refreshed = 'continued' | 'ended' | 'unreachable';

let refreshing: Promise<Refreshed> | undefined;

/** Continues the session of a user with its refresh token. Requests that fail at the same time share one attempt. */
export function refresh(): Promise<Refreshed> {
  refreshing ??= inTurn(continueSession).finally(() => (refreshing = undefined));
  return refreshing;
}

/** A refresh token works once, and tabs share its cookie, so they refresh one after the other. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  // Browsers have locks in secure contexts only.
  return 'locks' in navigator ? navigator.locks.request('content-gen-studio:refresh', work) : work();
}

async function continueSession(): Promise<Refreshed> {
  const before = current;
  if (before.state === 'token' || before.state === 'out') return lost(before);
  const refreshToken = before.state === 'user' ? before.refreshToken : undefined;
  const answer = await fetch(`${setup.api}/auth/refresh`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(refreshToken === undefined ? {} : { refreshToken }),
  }).catch(() => undefined);
  if (answer === undefined || answer.status >= 500 || answer.status === 429) return 'unreachable';
  if (!answer.ok) return lost(before);
  const tokens: { jwt?: string; refreshToken?: string } = await answer.json().catch(() => ({}));
  // A proxy may answer with a page of its own.
  if (tokens.jwt === undefined) return 'unreachable';
  const next: Entered = { ...tokens, state: 'user', jwt: tokens.jwt };
  if (before.state === 'user' && ownerOf(next) !== ownerOf(before)) {
    return lost(before, 'Another user has signed in in this browser. Sign in again to go on with your own work.');
  }
  // The user may have signed out meanwhile.
  if (current === before) setSession(next);
  return isEntered(current) ? 'continued' : 'ended';
}

function lost(before: Session, reason?: string): Refreshed {
  if (current === before) loseSession(reason);
  return 'ended';
}

/** The session that this tab had before a reload, or the session of the cookie. */
function restored(): Session {
  const next = linked();
  if (next !== undefined) return next;
  const stored = sessionStorage.getItem(KEY);
  if (stored !== null) {
    const parsed: Session = JSON.parse(stored);
    return parsed;
  }
  return setup.users && localStorage.getItem(SIGNED_IN) !== null ? { state: 'starting' } : { state: 'out' };
}

/** The token of a link, as `content-gen serve` prints it. */
function linked(): Entered | undefined {
  const secret = linkedToken(location.hash, setup);
  if (secret === undefined) return undefined;
  // The address bar and the history do not keep the secret.
  history.replaceState(null, '', location.pathname + location.search);
  const next: Entered = { state: 'token', secret };
  store(next);
  return next;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * A new tab takes the access token of another tab. The tab refreshes only if no other tab has a token, because a tab
 * that is closed or reloaded meanwhile loses the answer to the refresh, and the session with that answer.
 */
async function start(): Promise<void> {
  const [jwt] = (await askTokens((each) => each !== undefined)).flatMap((each) => each ?? []);
  if (current.state !== 'starting') return;
  if (jwt !== undefined) return setSession({ state: 'user', jwt });
  const refreshed = await refresh();
  if (refreshed === 'continued') return;
  const reason = refreshed === 'unreachable' ? { reason: 'The server cannot be reached at the moment.' } : {};
  setSession({ state: 'out', ...reason });
}

/**
 * Tabs of one browser share the access token of their user without using up its refresh token, which works once. A tab
 * with a refresh token of its own keeps both tokens, because another tab could not continue the session.
 */
const askTokens = tabQuestion('content-gen-studio:session', () =>
  current.state === 'user' && !hasEnded(current) && current.refreshToken === undefined ? current.jwt : undefined,
);
if (current.state === 'starting') void start();
