import { useEffect, useRef } from 'react';

interface ShortcutGroup {
  readonly title: string;
  readonly shortcuts: readonly (readonly [keys: string, meaning: string])[];
}

/** Shortcuts with their meaning, as the help lists them. */
export const shortcutGroups: readonly ShortcutGroup[] = [
  {
    title: 'Everywhere',
    shortcuts: [
      ['Ctrl K', 'Search types, screens and actions'],
      ['/', 'Go to the search of the screen'],
      ['?', 'Show the shortcuts'],
      ['Esc', 'Close a dialog or a menu'],
    ],
  },
  {
    title: 'Content',
    shortcuts: [
      ['N', 'New document, in a list'],
      ['Ctrl S', 'Save the draft, or the document'],
      ['Ctrl Enter', 'Publish'],
      ['Space, arrows, Space', 'Move an entry of a list'],
    ],
  },
  {
    title: 'API',
    shortcuts: [
      ['Ctrl Enter', 'Run the query again'],
      ['Arrows', 'Move the graph, after a click on it'],
      ['+, −', 'Zoom the graph'],
    ],
  },
];

/** Calls a function when keys are pressed: `mod+k` is Ctrl+K, and ⌘K on a Mac. */
export function useShortcut(keys: string, run: () => void, enabled = true): void {
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => {
    if (!enabled) return undefined;
    const listen = (event: KeyboardEvent) => {
      if (!fits(event, keys)) return;
      // The browser has its own meaning for these keys, such as saving the page.
      event.preventDefault();
      if (isBehindDialog()) return;
      // The control with the focus has its own meaning for these keys, too: Ctrl Enter adds a line to Markdown.
      event.stopPropagation();
      latest.current();
    };
    window.addEventListener('keydown', listen, { capture: true });
    return () => window.removeEventListener('keydown', listen, { capture: true });
  }, [keys, enabled]);
}

function fits(event: KeyboardEvent, keys: string): boolean {
  const parts = keys.split('+');
  const wantsMod = parts.includes('mod');
  const key = parts.at(-1);
  if (event.key.toLowerCase() !== key || wantsMod !== (event.ctrlKey || event.metaKey)) return false;
  // In a text field, a plain key is text. An open menu or popover gets the plain keys itself.
  const isTyping =
    event.target instanceof HTMLElement && event.target.closest('input, textarea, select, [contenteditable="true"]');
  return wantsMod || !(isTyping || document.querySelector('[role="dialog"], [role="menu"]'));
}

/** Keys are meant for the dialog above a screen, which saves its own form. */
function isBehindDialog(): boolean {
  return document.querySelector('.dialog') !== null;
}
