import { Editor, Element, Node, Path, Range, Transforms } from 'slate';

import type { FileRecord } from '../form/value.js';
import { canOutdent, outdent } from './lists.js';
import type { BlocksEditorInstance, ElementNode, Mark } from './nodes.js';

/** The kinds of blocks that the toolbar offers. */
export type BlockKind = 'paragraph' | 'quote' | 'code' | 'ordered' | 'unordered' | `heading-${number}`;

export function isMarked(editor: BlocksEditorInstance, mark: Mark): boolean {
  return Editor.marks(editor)?.[mark] === true;
}

export function toggleMark(editor: BlocksEditorInstance, mark: Mark): void {
  if (isMarked(editor, mark)) Editor.removeMark(editor, mark);
  else Editor.addMark(editor, mark, true);
}

/** The block that the selection is in. */
export function currentBlock(editor: BlocksEditorInstance): ElementNode | undefined {
  const { selection } = editor;
  if (selection === null) return undefined;
  const [entry] = Editor.nodes(editor, {
    at: Editor.unhangRange(editor, selection),
    match: (node) => Element.isElement(node) && node.type !== 'link' && node.type !== 'list-item',
    mode: 'lowest',
  });
  // Only elements match.
  return entry?.[0] as ElementNode | undefined;
}

export function kindOf(block: ElementNode | undefined): BlockKind | 'image' {
  if (block === undefined || block.type === 'link' || block.type === 'list-item') return 'paragraph';
  if (block.type === 'heading') return `heading-${block.level}`;
  return block.type === 'list' ? block.format : block.type;
}

/** Turns the blocks of the selection into another kind. */
export function setKind(editor: BlocksEditorInstance, kind: BlockKind): void {
  const isList = kind === 'ordered' || kind === 'unordered';
  const isItem = currentBlock(editor)?.type === 'list';
  // The items keep their levels; the list around the selection changes.
  if (isList && isItem)
    return Transforms.setNodes<ElementNode>(editor, { format: kind }, { match: isListNode, mode: 'lowest' });
  Editor.withoutNormalizing(editor, () => {
    Transforms.unwrapNodes(editor, {
      match: isListNode,
      split: true,
      mode: 'all',
    });
    const texts = { match: (node: Node) => isTextBlock(editor, node), mode: 'lowest' } as const;
    unset(editor, ['level', 'language', 'format'], texts);
    Transforms.setNodes<ElementNode>(editor, propertiesOf(isList ? 'list-item' : kind), texts);
    if (isList) Transforms.wrapNodes(editor, { type: 'list', format: kind, children: [] }, texts);
  });
}

/** An image stays an image. */
function isTextBlock(editor: BlocksEditorInstance, node: Node): boolean {
  return Element.isElement(node) && Editor.isBlock(editor, node) && node.type !== 'image' && node.type !== 'list';
}

function isListNode(node: Node): boolean {
  return Element.isElement(node) && node.type === 'list';
}

/** The language of the code around the selection; `undefined` elsewhere. */
export function languageAt(editor: BlocksEditorInstance): string | undefined {
  const block = currentBlock(editor);
  return block?.type === 'code' ? (block.language ?? 'plaintext') : undefined;
}

export function setLanguage(editor: BlocksEditorInstance, language: string): void {
  Transforms.setNodes<ElementNode>(
    editor,
    { language },
    { match: (node) => Element.isElement(node) && node.type === 'code' },
  );
}

function propertiesOf(kind: BlockKind | 'list-item'): Partial<ElementNode> {
  const [, level] = /^heading-(\d)$/.exec(kind) ?? [];
  if (level !== undefined) return { type: 'heading', level: Number(level) };
  return kind === 'quote' || kind === 'code' || kind === 'list-item' ? { type: kind } : { type: 'paragraph' };
}

/** Wraps the selection into a link, or changes the link around it; an empty address removes the link. */
export function setLink(editor: BlocksEditorInstance, url: string): void {
  const isLink = (node: Node) => Element.isElement(node) && node.type === 'link';
  const [inside] = Editor.nodes(editor, { match: isLink });
  if (url === '') return Transforms.unwrapNodes(editor, { match: isLink });
  if (inside !== undefined) return Transforms.setNodes(editor, { url }, { at: inside[1] });
  const { selection } = editor;
  if (selection === null) return undefined;
  if (Range.isCollapsed(selection)) {
    return Transforms.insertNodes(editor, { type: 'link', url, children: [{ type: 'text', text: url }] });
  }
  return Transforms.wrapNodes(editor, { type: 'link', url, children: [] }, { split: true });
}

export function linkAt(editor: BlocksEditorInstance): string | undefined {
  if (editor.selection === null) return undefined;
  const [inside] = Editor.nodes(editor, { match: (node) => Element.isElement(node) && node.type === 'link' });
  const link = inside?.[0];
  return link !== undefined && 'url' in link ? link.url : undefined;
}

/**
 * Inserts an image behind the image at `other`, or behind the block of the caret if the image at `other` is gone, as
 * after a save by another person. Returns the path of the inserted image.
 */
export function insertImage(editor: BlocksEditorInstance, file: FileRecord, other?: Path): Path {
  const behind = other !== undefined && isImageAt(editor, other) ? other : undefined;
  // The parts of a file that the API keeps in an image block.
  const { id: _id, documentId: _documentId, formats: _formats, ...image } = file;
  const node: ElementNode = { type: 'image', image: { ...image }, children: [{ type: 'text', text: '' }] };
  const after: ElementNode = { type: 'paragraph', children: [{ type: 'text', text: '' }] };
  const { selection, children } = editor;
  const caret = selection === null ? [children.length] : Path.next([Editor.path(editor, selection)[0] ?? 0]);
  const at = behind === undefined ? caret : Path.next(behind);
  Transforms.insertNodes(editor, behind === undefined ? [node, after] : [node], { at });
  return at;
}

function isImageAt(editor: BlocksEditorInstance, path: Path): boolean {
  const node = Node.has(editor, path) ? Node.get(editor, path) : undefined;
  return Element.isElement(node) && node.type === 'image';
}

/** Enter adds a line of code; after two empty lines at the end of the code, Enter leaves the code. */
function breakCode(editor: BlocksEditorInstance, text: string): void {
  const { selection } = editor;
  const [at = 0] = selection?.anchor.path ?? [];
  const isAtEnd = selection !== null && Editor.isEnd(editor, selection.anchor, [at]);
  if (!isAtEnd || !text.endsWith('\n\n')) return editor.insertText('\n');
  Transforms.delete(editor, { distance: 2, unit: 'character', reverse: true });
  const after: ElementNode = { type: 'paragraph', children: [{ type: 'text', text: '' }] };
  return Transforms.insertNodes(editor, after, { at: [at + 1], select: true });
}

/** Enter ends headings, quotes and empty items of lists; everything else splits as usual. */
export function breakBlock(editor: BlocksEditorInstance, otherwise: () => void): void {
  const { selection } = editor;
  if (selection === null) return otherwise();
  const [entry] = Editor.nodes(editor, {
    match: (node) => Element.isElement(node) && Editor.isBlock(editor, node),
    mode: 'lowest',
  });
  if (entry === undefined) return otherwise();
  const [block, path] = entry;
  if (!Element.isElement(block)) return otherwise();
  if (block.type === 'code') return breakCode(editor, Node.string(block));
  if (block.type === 'list-item' && Node.string(block) === '') {
    return canOutdent(editor) ? outdent(editor) : setKind(editor, 'paragraph');
  }
  otherwise();
  if (block.type !== 'heading' && block.type !== 'quote') return undefined;
  const next = Path.next(path);
  const rest = Node.has(editor, next) ? Node.get(editor, next) : undefined;
  if (!Element.isElement(rest) || rest.type !== block.type || Node.string(rest) !== '') return undefined;
  unset(editor, ['level'], { at: next });
  return Transforms.setNodes<ElementNode>(editor, { type: 'paragraph' }, { at: next });
}

/** Removes properties that only some elements have, which the types of the editor do not allow. */
function unset(
  editor: BlocksEditorInstance,
  names: readonly string[],
  where: Parameters<typeof Transforms.unsetNodes<ElementNode>>[2],
): void {
  Transforms.unsetNodes<ElementNode>(editor, names as never, where);
}
