import { confirm } from '../design/confirm.js';

/** Forms with unsaved changes: navigation asks before it leaves them. A dialog may have a form above that of the page. */
const guards = new Set<() => boolean>();

/** Asks this function before the page is left; the result ends that. */
export function guardLeaving(hasChanges: () => boolean): () => void {
  guards.add(hasChanges);
  return () => guards.delete(hasChanges);
}

/** Lets the next navigation pass, because everything is saved. */
export function allowLeaving(): void {
  guards.clear();
}

function hasUnsaved(): boolean {
  return [...guards].some((hasChanges) => hasChanges());
}

window.addEventListener('beforeunload', (event) => {
  if (hasUnsaved()) event.preventDefault();
});

/** The address of the screen, which Back and Forward have already replaced when they are noticed. */
let current = location.href;
// The router dispatches these events, because browsers have none for navigation by a page itself.
for (const name of ['pushState', 'replaceState']) window.addEventListener(name, () => (current = location.href));

// This listener comes before that of the router, which therefore does not see a navigation that is in question.
window.addEventListener('popstate', (event) => {
  if (!hasUnsaved()) {
    current = location.href;
    return;
  }
  event.stopImmediatePropagation();
  history.pushState(history.state, '', current);
  void leaveBy(() => history.back());
});

/** Runs a navigation inside the studio, after a question if changes are not saved. */
export async function leaveBy(navigate: () => void): Promise<void> {
  if (hasUnsaved()) {
    const leaves = await confirm({
      title: 'Leave without saving?',
      text: 'Your changes are not saved. This browser keeps them, and shows them when you open this document again.',
      confirm: 'Leave',
    });
    if (!leaves) return;
  }
  allowLeaving();
  navigate();
}
