import { Editor, Element, Node, type NodeEntry, Range, Transforms } from 'slate';

import { breakBlock, setKind } from './commands.js';
import { canOutdent, outdent } from './lists.js';
import type { BlocksEditorInstance, ElementNode } from './nodes.js';
import { insertPasted } from './paste.js';
import { takeTypedKind } from './typed-kinds.js';

/** An editor whose nodes are always blocks that the API takes. */
export function withBlocks<T extends BlocksEditorInstance>(editor: T): T {
  const { isInline, isVoid, insertBreak, insertText, deleteBackward, normalizeNode } = editor;
  editor.isInline = (element) => element.type === 'link' || isInline(element);
  editor.isVoid = (element) => element.type === 'image' || isVoid(element);
  editor.insertBreak = () => breakBlock(editor, insertBreak);
  editor.insertText = (text, options) => {
    if (text !== ' ' || !takeTypedKind(editor)) insertText(text, options);
  };
  editor.deleteBackward = (unit) => {
    if (!leaveList(editor)) deleteBackward(unit);
  };
  editor.insertData = (data) => void insertPasted(editor, data);
  editor.normalizeNode = (entry, options) => {
    if (!normalizeList(editor, entry) && !normalizeLink(editor, entry)) normalizeNode(entry, options);
  };
  return editor;
}

/** Backspace at the start of an item takes it one level out, and at last out of the list. */
function leaveList(editor: BlocksEditorInstance): boolean {
  const { selection } = editor;
  if (selection === null || Range.isExpanded(selection)) return false;
  const [item] = Editor.nodes(editor, { match: (node) => Element.isElement(node) && node.type === 'list-item' });
  if (item === undefined || !Editor.isStart(editor, selection.anchor, item[1])) return false;
  if (canOutdent(editor)) outdent(editor);
  else setKind(editor, 'paragraph');
  return true;
}

/**
 * Repairs lists, because the API refuses an empty list, an item without a list, and other blocks in a list. Returns
 * whether the node changed.
 */
function normalizeList(editor: BlocksEditorInstance, [node, path]: NodeEntry): boolean {
  if (!Element.isElement(node)) return false;
  // Slate puts an element without a type into an editor that lost its last block.
  if (!('type' in node)) {
    Transforms.setNodes<ElementNode>(editor, { type: 'paragraph' }, { at: path });
    return true;
  }
  if (node.type === 'list' && node.children.length === 0) {
    Transforms.removeNodes(editor, { at: path });
    return true;
  }
  const parent = path.length > 1 ? Node.parent(editor, path) : undefined;
  const isInList = parent !== undefined && Element.isElement(parent) && parent.type === 'list';
  if (node.type === 'list-item' && !isInList) {
    Transforms.setNodes<ElementNode>(editor, { type: 'paragraph' }, { at: path });
    return true;
  }
  if (isInList && node.type !== 'list-item' && node.type !== 'list') {
    if (node.type === 'image') Transforms.liftNodes(editor, { at: path });
    else Transforms.setNodes<ElementNode>(editor, { type: 'list-item' }, { at: path });
    return true;
  }
  return false;
}

/** Removes links where the API has none: in code, inside of another link, and without text. */
function normalizeLink(editor: BlocksEditorInstance, [node, path]: NodeEntry): boolean {
  if (!Element.isElement(node) || (node.type !== 'link' && node.type !== 'code')) return false;
  // A block that became code still has its links. Slate normalizes only changed nodes, and the links did not change.
  const inner = node.children.findIndex((child) => 'type' in child && child.type === 'link');
  const isEmpty = node.type === 'link' && Node.string(node) === '';
  if (inner < 0 && !isEmpty) return false;
  Transforms.unwrapNodes(editor, { at: isEmpty ? path : [...path, inner] });
  return true;
}
