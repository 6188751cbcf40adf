import { Editor, Element, Node, Path, Transforms } from 'slate';

import type { BlocksEditorInstance, ElementNode } from './nodes.js';

type List = Extract<ElementNode, { type: 'list' }>;

function listAt(editor: BlocksEditorInstance, path: Path): List | undefined {
  if (path.length === 0 || !Node.has(editor, path)) return undefined;
  const node = Node.get(editor, path);
  return Element.isElement(node) && node.type === 'list' ? node : undefined;
}

/** The paths of the items that the selection touches. */
function selectedItems(editor: BlocksEditorInstance): readonly Path[] {
  if (editor.selection === null) return [];
  const items = Editor.nodes(editor, {
    at: Editor.unhangRange(editor, editor.selection),
    match: (node) => Element.isElement(node) && node.type === 'list-item',
  });
  return [...items].map(([, path]) => path);
}

/** Whether the first selected item has an item before it, because the selected item moves below that item. */
export function canIndent(editor: BlocksEditorInstance): boolean {
  const [first] = selectedItems(editor);
  return first !== undefined && Path.hasPrevious(first);
}

export function canOutdent(editor: BlocksEditorInstance): boolean {
  return selectedItems(editor).some((path) => isNested(editor, path));
}

function isNested(editor: BlocksEditorInstance, item: Path): boolean {
  return listAt(editor, item.slice(0, -2)) !== undefined;
}

/** Puts the selected items one level deeper: into the list before them, or into a new one. */
export function indent(editor: BlocksEditorInstance): void {
  if (!canIndent(editor)) return;
  Editor.withoutNormalizing(editor, () => {
    for (const ref of selectedItems(editor).map((path) => Editor.pathRef(editor, path))) {
      const path = ref.unref();
      if (path !== null && Path.hasPrevious(path)) indentItem(editor, path);
    }
  });
}

function indentItem(editor: BlocksEditorInstance, path: Path): void {
  const outer = listAt(editor, Path.parent(path));
  if (outer === undefined) return;
  const before = Path.previous(path);
  const inner = listAt(editor, before);
  if (inner !== undefined) {
    Transforms.moveNodes(editor, { at: path, to: [...before, inner.children.length] });
    joinNext(editor, before);
    return;
  }
  // Strapi writes the depth of a list into the list itself.
  const depth = (outer.indentLevel ?? 0) + 1;
  Transforms.wrapNodes(editor, { type: 'list', format: outer.format, indentLevel: depth, children: [] }, { at: path });
  joinNext(editor, path);
}

/** Joins a list with the list behind it, if both are of the same kind. */
function joinNext(editor: BlocksEditorInstance, path: Path): void {
  const [list, next] = [listAt(editor, path), listAt(editor, Path.next(path))];
  if (list !== undefined && next?.format === list.format) Transforms.mergeNodes(editor, { at: Path.next(path) });
}

/** Puts the selected items one level higher. */
export function outdent(editor: BlocksEditorInstance): void {
  Editor.withoutNormalizing(editor, () => {
    for (const ref of selectedItems(editor).map((path) => Editor.pathRef(editor, path))) {
      const path = ref.unref();
      if (path !== null && isNested(editor, path)) Transforms.liftNodes(editor, { at: path });
    }
  });
}
