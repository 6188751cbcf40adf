import { confirm } from '../design/confirm.js';

/** Set by a form with unsaved changes: what navigation asks before it leaves. */
let guard: (() => boolean) | undefined;

export function setLeaveGuard(next: (() => boolean) | undefined): void {
  guard = next;
}

window.addEventListener('beforeunload', (event) => {
  if (guard?.() === true) event.preventDefault();
});

/** Runs a navigation inside the studio, after a question if changes are not saved. */
export async function leaveBy(navigate: () => void): Promise<void> {
  if (guard?.() === true) {
    const leaves = await confirm({
      title: 'Leave without saving?',
      text: 'Your changes are not saved. This browser keeps them, and shows them when you open this document again.',
      confirm: 'Leave',
    });
    if (!leaves) return;
  }
  guard = undefined;
  navigate();
}
