import { useState } from 'react';

/**
 * Gives the focus back when a dialog closes, to the control that had it before. Radix gives it to a trigger, which these
 * dialogs do not have, and the focus would begin anew at the top of the page.
 */
export function useOpener(): (event: Event) => void {
  const [opener] = useState(openerOf);
  return (event) => {
    event.preventDefault();
    const { activeElement: active, body } = document;
    // The dialog may have moved the focus, such as into a text that the dialog has changed.
    if (active === null || active === body || active.matches('.dialog')) opener?.focus();
  };
}

/** The control with the focus. A menu closes when it opens a dialog, so its button stands for it. */
function openerOf(): HTMLElement | undefined {
  const { activeElement: active } = document;
  const menu = active?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  const opener = menu == null ? active : document.getElementById(menu);
  return opener instanceof HTMLElement ? opener : undefined;
}
