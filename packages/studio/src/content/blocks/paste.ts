import { Editor, Element, Node, Transforms } from 'slate';

import { cleanBlocks } from './clean-nodes.js';
import { currentBlock } from './commands.js';
import { htmlBlocks } from './html-blocks.js';
import type { BlocksEditorInstance, ElementNode } from './nodes.js';

const FRAGMENT = 'application/x-slate-fragment';

/** Inserts what the clipboard has: blocks of an editor, HTML, or text. */
export function insertPasted(editor: BlocksEditorInstance, data: DataTransfer): void {
  const text = data.getData('text/plain');
  // Code has no marks and no links.
  if (currentBlock(editor)?.type === 'code') return editor.insertText(text.replaceAll('\0', ''));
  const blocks = pastedBlocks(data);
  insertBlocks(editor, blocks.length === 0 ? lines(text) : blocks);
}

function pastedBlocks(data: DataTransfer): ElementNode[] {
  const fragment = data.getData(FRAGMENT);
  if (fragment !== '') return cleanBlocks(decoded(fragment));
  const html = data.getData('text/html');
  return html === '' ? [] : htmlBlocks(html);
}

/** The text of a fragment as Slate writes it: JSON, percent-encoded, in base 64. Another page may write anything. */
function decoded(fragment: string): unknown {
  try {
    return JSON.parse(decodeURIComponent(atob(fragment)));
  } catch {
    return [];
  }
}

function lines(text: string): ElementNode[] {
  const paragraphs = text.split(/\r?\n/).map((line) => ({ type: 'paragraph', children: [{ text: line }] }));
  return cleanBlocks(paragraphs);
}

/** A single paragraph continues the text at the selection. Everything else goes below the block of the selection. */
function insertBlocks(editor: BlocksEditorInstance, blocks: readonly ElementNode[]): void {
  const [first] = blocks;
  if (first === undefined) return;
  if (blocks.length === 1 && first.type === 'paragraph') return Transforms.insertFragment(editor, [...first.children]);
  Editor.withoutNormalizing(editor, () => {
    Transforms.delete(editor);
    const at = editor.selection?.anchor.path[0] ?? editor.children.length - 1;
    const block = editor.children[at];
    Transforms.insertNodes(editor, [...blocks], { at: [at + 1], select: true });
    if (Element.isElement(block) && block.type === 'paragraph' && Node.string(block) === '') {
      Transforms.removeNodes(editor, { at: [at] });
    }
  });
}
