import { Editor, Element, Node, Path, Range, Transforms } from 'slate';

import { type BlocksEditorInstance, type ElementNode, emptyBlocks } from './nodes.js';

/**
 * Puts blocks at the caret, in place of the selection. Plain text at their start continues the text before the caret,
 * and the text behind the caret continues plain text at their end. In a list, the blocks become items of the list.
 */
export function insertBlocks(editor: BlocksEditorInstance, blocks: readonly ElementNode[]): void {
  const [first] = blocks;
  if (first === undefined) return;
  // Slate may leave elements without a text, which it repairs when it has finished.
  if (editor.selection !== null && Range.isExpanded(editor.selection)) editor.deleteFragment();
  // A selection of images alone leaves nothing.
  if (editor.children.length === 0) Transforms.insertNodes(editor, emptyBlocks(), { at: [0] });
  if (editor.selection === null) Transforms.select(editor, Editor.end(editor, []));
  if (blocks.length === 1 && first.type === 'paragraph') return Transforms.insertFragment(editor, [...first.children]);
  Editor.withoutNormalizing(editor, () => {
    const [block, path] = caretBlock(editor);
    if (block.type === 'image')
      return Transforms.insertNodes(editor, [...blocks], { at: [at(path) + 1], select: true });
    const items = block.type === 'list-item' ? asItems(blocks, path.length - 2) : undefined;
    return insertAt(editor, items ?? blocks, items === undefined ? path.slice(0, 1) : path);
  });
}

/** The lowest block around the caret. */
function caretBlock(editor: BlocksEditorInstance): readonly [ElementNode, Path] {
  const [entry] = Editor.nodes(editor, {
    match: (node) => Element.isElement(node) && Editor.isBlock(editor, node),
    mode: 'lowest',
  });
  const [node, path] = entry ?? Editor.node(editor, [0]);
  // Only elements match, and the root has nothing but elements.
  return [node as ElementNode, path];
}

function at(path: Path): number {
  return path[0] ?? 0;
}

/** Blocks as items of a list at a depth; `undefined` if a block cannot be an item. */
function asItems(blocks: readonly ElementNode[], depth: number): readonly ElementNode[] | undefined {
  if (blocks.some(({ type }) => type === 'image' || type === 'code')) return undefined;
  return blocks.flatMap((block): readonly ElementNode[] =>
    block.type === 'list'
      ? // A list has items and lists.
        (block.children as ElementNode[]).map((child) => deeper(child, depth))
      : [{ type: 'list-item', children: block.children }],
  );
}

function deeper(node: ElementNode, by: number): ElementNode {
  if (node.type !== 'list') return node;
  const children = (node.children as ElementNode[]).map((child) => deeper(child, by));
  return { ...node, indentLevel: (node.indentLevel ?? 0) + by, children };
}

/** Splits the block at a path where the caret is, and puts others between the parts. */
function insertAt(editor: BlocksEditorInstance, blocks: readonly ElementNode[], path: Path): void {
  Transforms.splitNodes(editor, { match: (_, each) => Path.equals(each, path), always: true });
  dropEmptyItem(editor, path, 'end');
  dropEmptyItem(editor, Path.next(path), 'start');
  const [before, after] = [elementAt(editor, path), elementAt(editor, Path.next(path))];
  const isOpen = before.type !== 'list' && (before.type !== 'paragraph' || Node.string(before) !== '');
  const continues = isPlain(blocks[0]) && isOpen;
  const rest = continues ? blocks.slice(1) : blocks;
  if (continues) {
    Transforms.insertNodes(editor, [...(blocks[0]?.children ?? [])], { at: Editor.end(editor, path) });
  }
  Transforms.insertNodes(editor, [...rest], { at: Path.next(path) });
  const last = [...path.slice(0, -1), (path.at(-1) ?? 0) + rest.length];
  Transforms.select(editor, Editor.end(editor, last));

  if (Node.string(after) === '') Transforms.removeNodes(editor, { at: Path.next(last) });
  else if (isPlain(blocks.at(-1)) && after.type !== 'list') Transforms.mergeNodes(editor, { at: Path.next(last) });
  if (!continues && Node.string(before) === '') Transforms.removeNodes(editor, { at: path });
}

/** A list that is split at the edge of an item gets an empty item there. */
function dropEmptyItem(editor: BlocksEditorInstance, list: Path, edge: 'start' | 'end'): void {
  if (elementAt(editor, list).type !== 'list' || Node.string(elementAt(editor, list)) === '') return;
  const [item] = Editor.nodes(editor, {
    at: Editor.point(editor, list, { edge }),
    match: (node) => Element.isElement(node) && node.type === 'list-item',
  });
  if (item !== undefined && Node.string(item[0]) === '') Transforms.removeNodes(editor, { at: item[1] });
}

function elementAt(editor: BlocksEditorInstance, path: Path): ElementNode {
  // The path is that of a block.
  return Node.get(editor, path) as ElementNode;
}

function isPlain(block: ElementNode | undefined): boolean {
  return block?.type === 'paragraph' || block?.type === 'list-item';
}
