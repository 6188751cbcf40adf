import type { KeyboardEvent } from 'react';

import { Range, Transforms } from 'slate';
import { ReactEditor } from 'slate-react';

import { toggleMark } from './commands.js';
import { canIndent, canOutdent, indent, outdent } from './lists.js';
import type { BlocksEditorInstance, Mark } from './nodes.js';

const SHORTCUTS: Readonly<Record<string, Mark>> = { b: 'bold', i: 'italic', u: 'underline', e: 'code' };

/**
 * The keys of an editor. Tab indents an item of a list. Tab moves the focus on wherever Tab cannot indent, and after
 * Escape, so that the keyboard is never caught.
 */
export function editorKeys(editor: BlocksEditorInstance): (event: KeyboardEvent) => void {
  let leaves = false;
  return (event) => {
    const { key } = event;
    takeCaret(editor);
    const mark = event.ctrlKey || event.metaKey ? SHORTCUTS[key] : undefined;
    if (mark !== undefined) {
      event.preventDefault();
      toggleMark(editor, mark);
    }
    if (key === 'Tab' && !leaves) shift(editor, event);
    if (key !== 'Shift') leaves = key === 'Escape';
  };
}

/** Slate reads the caret of the page ten times a second at most. A key must act at the caret of this moment. */
function takeCaret(editor: BlocksEditorInstance): void {
  const shown = getSelection();
  if (shown === null || shown.rangeCount === 0 || ReactEditor.isComposing(editor)) return;
  const range = ReactEditor.toSlateRange(editor, shown, { exactMatch: false, suppressThrow: true });
  if (range === null || (editor.selection !== null && Range.equals(range, editor.selection))) return;
  Transforms.select(editor, range);
}

function shift(editor: BlocksEditorInstance, event: KeyboardEvent): void {
  if (!(event.shiftKey ? canOutdent(editor) : canIndent(editor))) return;
  event.preventDefault();
  if (event.shiftKey) outdent(editor);
  else indent(editor);
}
