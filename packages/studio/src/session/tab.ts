import { tabQuestion } from './tab-question.js';

/**
 * Names this tab in keys of the browser's store. The name survives a reload in `sessionStorage`. The name is in that
 * store only while the tab is hidden or left, because a duplicate of the tab begins with a copy of that store and needs
 * another name.
 */
const KEY = 'content-gen-studio:tab';
let name: string = taken() ?? `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;

export function tabName(): string {
  return name;
}

const askNames = tabQuestion('content-gen-studio:tabs', tabName);

/** The names of all open tabs. A tab that the browser has frozen or dropped does not answer. */
export async function openTabs(): Promise<ReadonlySet<string>> {
  return new Set([name, ...(await askNames())]);
}

window.addEventListener('pagehide', store);
window.addEventListener('pageshow', take);
// A browser that runs out of memory drops a hidden tab without an event.
document.addEventListener('visibilitychange', () => (document.visibilityState === 'hidden' ? store() : take()));

function store(): void {
  sessionStorage.setItem(KEY, name);
}

function take(): void {
  name = taken() ?? name;
}

function taken(): string | undefined {
  const stored = sessionStorage.getItem(KEY) ?? undefined;
  sessionStorage.removeItem(KEY);
  return stored;
}
