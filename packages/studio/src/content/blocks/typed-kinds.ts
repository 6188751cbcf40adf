import { Editor, Element, Range, Transforms } from 'slate';
import { HistoryEditor } from 'slate-history';

import { type BlockKind, setKind } from './commands.js';
import type { BlocksEditorInstance } from './nodes.js';

/** What a person types at the start of a paragraph to get another kind of block, as in Markdown. */
const KINDS: Readonly<Record<string, BlockKind>> = {
  '-': 'unordered',
  '*': 'unordered',
  '1.': 'ordered',
  '>': 'quote',
  '```': 'code',
};

/** Turns a paragraph into the kind whose sign stands before the caret, and removes the sign. A space ends a sign. */
export function takeTypedKind(editor: BlocksEditorInstance): boolean {
  const { selection } = editor;
  if (selection === null || Range.isExpanded(selection)) return false;
  const [block] = Editor.nodes(editor, {
    match: (node) => Element.isElement(node) && Editor.isBlock(editor, node),
    mode: 'lowest',
  });
  if (block === undefined || !('type' in block[0]) || block[0].type !== 'paragraph') return false;
  const before = { anchor: Editor.start(editor, block[1]), focus: selection.anchor };
  const sign = Editor.string(editor, before);
  const kind = /^#{1,6}$/.test(sign) ? (`heading-${sign.length}` as const) : KINDS[sign];
  if (kind === undefined) return false;
  // One undo brings back what was typed.
  HistoryEditor.withNewBatch(editor, () =>
    Editor.withoutNormalizing(editor, () => {
      Transforms.delete(editor, { at: before });
      setKind(editor, kind);
    }),
  );
  return true;
}
