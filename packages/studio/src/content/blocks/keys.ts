import type { KeyboardEvent } from 'react';

import { toggleMark } from './commands.js';
import { canIndent, canOutdent, indent, outdent } from './lists.js';
import type { BlocksEditorInstance, Mark } from './nodes.js';

const SHORTCUTS: Readonly<Record<string, Mark>> = { b: 'bold', i: 'italic', u: 'underline', e: 'code' };

/**
 * The keys of an editor. Tab indents an item of a list. It moves the focus on wherever it cannot indent, and after
 * Escape, so that the keyboard is never caught.
 */
export function editorKeys(editor: BlocksEditorInstance): (event: KeyboardEvent) => void {
  let leaves = false;
  return (event) => {
    const { key } = event;
    const mark = event.ctrlKey || event.metaKey ? SHORTCUTS[key] : undefined;
    if (mark !== undefined) {
      event.preventDefault();
      toggleMark(editor, mark);
    }
    if (key === 'Tab' && !leaves) shift(editor, event);
    if (key !== 'Shift') leaves = key === 'Escape';
  };
}

function shift(editor: BlocksEditorInstance, event: KeyboardEvent): void {
  if (!(event.shiftKey ? canOutdent(editor) : canIndent(editor))) return;
  event.preventDefault();
  if (event.shiftKey) outdent(editor);
  else indent(editor);
}
