import { useEffect, useMemo, useRef } from 'react';
import { type Descendant, Transforms, createEditor } from 'slate';
import { withHistory } from 'slate-history';
import { Editable, Slate, withReact } from 'slate-react';

import { type EditorNaming, editorAttributes } from '../editor-attributes.js';
import { sameValue } from '../form/same-value.js';
import type { Blocks } from '../form/value.js';
import { BlockElement, Leaf } from './elements.js';
import { editorKeys } from './keys.js';
import { editedBlocks, savedBlocks } from './nodes.js';
import { Toolbar } from './toolbar.js';
import { usePaste } from './use-paste.js';
import { withBlocks } from './with-blocks.js';

interface BlocksEditorProps extends EditorNaming {
  readonly value: Blocks | null;
  readonly readOnly: boolean;
  readonly onChange: (value: Blocks | null) => void;
}

/** Rich text. Slate edits the nodes of the API themselves; a text that is only shown is never written. */
export default function BlocksEditor({ value, readOnly, onChange, ...naming }: BlocksEditorProps) {
  const editor = useMemo(() => withBlocks(withHistory(withReact(createEditor()))), []);
  const onKeyDown = useMemo(() => editorKeys(editor), [editor]);
  const known = useRef(value);
  usePaste(editor);

  useEffect(() => {
    const isKnown = sameValue(value, known.current);
    known.current = value;
    // A save brings the same text as another object, which must not take the caret and the history.
    if (isKnown) return;
    // The form has another version of the text, such as a version that another person saved.
    Transforms.deselect(editor);
    editor.children = editedBlocks(value);
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
      <Slate editor={editor} initialValue={editedBlocks(value)} onChange={change}>
        {readOnly ? null : <Toolbar />}
        <Editable
          className="prose blocks-text"
          {...editorAttributes(naming)}
          aria-multiline
          role="textbox"
          readOnly={readOnly}
          renderElement={BlockElement}
          renderLeaf={Leaf}
          onKeyDown={onKeyDown}
        />
      </Slate>
    </div>
  );
}
