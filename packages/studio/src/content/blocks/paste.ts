import { cleanBlocks } from './clean-nodes.js';
import { currentBlock } from './commands.js';
import { htmlBlocks } from './html-blocks.js';
import { insertBlocks } from './insert-blocks.js';
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
