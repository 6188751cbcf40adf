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
