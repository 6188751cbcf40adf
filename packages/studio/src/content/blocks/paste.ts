import { cleanBlocks } from './clean-nodes.js';
import { currentBlock } from './commands.js';
import { type PastedHtml, htmlBlocks } from './html-blocks.js';
import { insertBlocks } from './insert-blocks.js';
import type { BlocksEditorInstance, ElementNode } from './nodes.js';

const FRAGMENT = 'application/x-slate-fragment';

/** What the clipboard has beside the blocks that were inserted. */
export type LeftOut = Omit<PastedHtml, 'blocks'>;

const NOTHING: LeftOut = { files: [], images: 0, embedded: 0, tables: 0 };

/**
 * Inserts what the clipboard has: blocks of an editor, HTML, or text. If the clipboard has none of these three, the
 * selection stays.
 */
export function insertPasted(editor: BlocksEditorInstance, data: DataTransfer): LeftOut {
  const text = data.getData('text/plain');
  // Code has no marks and no links.
  if (currentBlock(editor)?.type === 'code') {
    if (text !== '') editor.insertText(text.replaceAll('\0', ''));
    return NOTHING;
  }
  const { blocks, ...left } = pastedBlocks(data);
  if (blocks.length === 0 && text === '') {
    // A browser that copies an image gives its file, and a page with the address of the image.
    return data.files.length === 0 ? left : { ...NOTHING, files: [...data.files] };
  }
  insertBlocks(editor, blocks.length === 0 ? lines(text) : blocks);
  return left;
}

function pastedBlocks(data: DataTransfer): PastedHtml {
  const fragment = data.getData(FRAGMENT);
  if (fragment !== '') return { ...NOTHING, blocks: cleanBlocks(decoded(fragment)) };
  const html = data.getData('text/html');
  return html === '' ? { ...NOTHING, blocks: [] } : htmlBlocks(html);
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
