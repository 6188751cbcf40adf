import { useEffect, useMemo, useRef } from 'react';
import { type Descendant, Element, Node, Transforms, createEditor } from 'slate';
import { withHistory } from 'slate-history';
import { Editable, Slate, withReact } from 'slate-react';

import type { Blocks } from '../form/value.js';
import { breakBlock, toggleMark } from './commands.js';
import { BlockElement, Leaf } from './elements.js';
import { type BlocksEditorInstance, type Mark, emptyBlocks, savedBlocks } from './nodes.js';
import { Toolbar } from './toolbar.js';

interface BlocksEditorProps {
  readonly label: string;
  readonly value: Blocks | null;
  readonly readOnly: boolean;
  readonly onChange: (value: Blocks | null) => void;
}

const SHORTCUTS: Readonly<Record<string, Mark>> = { b: 'bold', i: 'italic', u: 'underline', e: 'code' };

/** Rich text. Slate edits the nodes of the API themselves; a text that is only shown is never written. */
export default function BlocksEditor({ label, value, readOnly, onChange }: BlocksEditorProps) {
  const editor = useMemo(() => withBlocks(withHistory(withReact(createEditor()))), []);
  const known = useRef(value);

  useEffect(() => {
    if (value === known.current) return;
    // The form has another version of the text, such as the one of another person.
    known.current = value;
    Transforms.deselect(editor);
    editor.children = nodesOf(value);
    editor.history = { undos: [], redos: [] };
    editor.onChange();
  }, [editor, value]);

  const change = (nodes: readonly Descendant[]) => {
    if (editor.operations.every(({ type }) => type === 'set_selection')) return;
    known.current = savedBlocks(nodes);
    onChange(known.current);
  };
  return (
    <div className="blocks">
      <Slate editor={editor} initialValue={nodesOf(value)} onChange={change}>
        {readOnly ? null : <Toolbar />}
        <Editable
          className="prose blocks-text"
          aria-label={label}
          aria-multiline
          role="textbox"
          readOnly={readOnly}
          renderElement={BlockElement}
          renderLeaf={Leaf}
          onKeyDown={(event) => {
            const mark = event.ctrlKey || event.metaKey ? SHORTCUTS[event.key] : undefined;
            if (mark === undefined) return;
            event.preventDefault();
            toggleMark(editor, mark);
          }}
        />
      </Slate>
    </div>
  );
}

function nodesOf(value: Blocks | null): Descendant[] {
  // Slate freezes and shares nodes, so the form and the editor must not have the same ones.
  return value === null || value.length === 0 ? emptyBlocks() : (structuredClone(value) as unknown as Descendant[]);
}

function withBlocks(editor: BlocksEditorInstance): BlocksEditorInstance {
  const { isInline, isVoid, insertBreak, normalizeNode, insertData } = editor;
  editor.isInline = (element) => element.type === 'link' || isInline(element);
  editor.isVoid = (element) => element.type === 'image' || isVoid(element);
  editor.insertBreak = () => breakBlock(editor, insertBreak);
  editor.insertData = (data) => {
    // Pasted HTML would bring nodes that blocks do not have, so pasting takes the text.
    const text = data.getData('text/plain');
    if (data.types.includes('application/x-slate-fragment') || text === '') return insertData(data);
    for (const [index, line] of text.split(/\r?\n/).entries()) {
      if (index > 0) Transforms.splitNodes(editor, { always: true });
      editor.insertText(line);
    }
    return undefined;
  };
  editor.normalizeNode = (entry, options) => {
    const [node, path] = entry;
    // A list without items would be refused by the API.
    if (Element.isElement(node) && node.type === 'list' && node.children.length === 0) {
      return Transforms.removeNodes(editor, { at: path });
    }
    if (Element.isElement(node) && node.type === 'list-item' && !isInList(editor, path)) {
      return Transforms.setNodes(editor, { type: 'paragraph' }, { at: path });
    }
    return normalizeNode(entry, options);
  };
  return editor;
}

function isInList(editor: BlocksEditorInstance, path: readonly number[]): boolean {
  const parent = path.length > 1 ? Node.get(editor, path.slice(0, -1)) : undefined;
  return parent !== undefined && Element.isElement(parent) && parent.type === 'list';
}
