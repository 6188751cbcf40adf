import { useEffect, useRef } from 'react';

/** Shortcuts with their meaning, as the help lists them. */
export const shortcuts: readonly (readonly [string, string])[] = [
  ['Ctrl K', 'Search types and actions'],
  ['Ctrl S', 'Save the draft, or the document'],
  ['Ctrl Enter', 'Publish'],
  ['?', 'Show the shortcuts'],
  ['Esc', 'Close a dialog or a menu'],
  ['Space, arrows, Space', 'Move an entry of a list with the keyboard'],
];

/** Calls a function when keys are pressed: `mod+k` is Ctrl+K, and ⌘K on a Mac. */
export function useShortcut(keys: string, run: () => void, enabled = true): void {
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => {
    if (!enabled) return undefined;
    const listen = (event: KeyboardEvent) => {
      if (!fits(event, keys)) return;
      event.preventDefault();
      latest.current();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [keys, enabled]);
}

function fits(event: KeyboardEvent, keys: string): boolean {
  const parts = keys.split('+');
  const wantsMod = parts.includes('mod');
  const key = parts.at(-1);
  if (event.key.toLowerCase() !== key || wantsMod !== (event.ctrlKey || event.metaKey)) return false;
  // In a text field, a plain key is text.
  return (
    wantsMod ||
    !(event.target instanceof HTMLElement && event.target.closest('input, textarea, select, [contenteditable="true"]'))
  );
}
