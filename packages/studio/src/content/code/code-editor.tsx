import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { markdown } from '@codemirror/lang-markdown';
import { bracketMatching, defaultHighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, drawSelection, keymap, lineNumbers } from '@codemirror/view';
import { useEffect, useRef } from 'react';

import { nonce } from '../../setup.js';

export interface CodeEditorProps {
  readonly label: string;
  readonly language: 'json' | 'markdown';
  readonly value: string;
  readonly readOnly: boolean;
  readonly onChange: (value: string) => void;
}

/** CodeMirror. Tab moves the focus on, so that the keyboard is never caught in it. */
export default function CodeEditor({ label, language, value, readOnly, onChange }: CodeEditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const latest = useRef(onChange);
  latest.current = onChange;
  const first = useRef(value);

  useEffect(() => {
    if (place.current === null) return undefined;
    const listener = EditorView.updateListener.of((update) => {
      if (update.docChanged) latest.current(update.state.doc.toString());
    });
    const extensions = [
      ...common(label, readOnly),
      language === 'json' ? [json(), lineNumbers()] : markdown(),
      listener,
    ];
    const editor = new EditorView({
      parent: place.current,
      state: EditorState.create({ doc: first.current, extensions }),
    });
    view.current = editor;
    return () => editor.destroy();
  }, [label, language, readOnly]);

  useEffect(() => {
    first.current = value;
    const editor = view.current;
    if (editor === undefined || editor.state.doc.toString() === value) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } });
  }, [value]);

  return <div ref={place} className="code-editor" />;
}

function common(label: string, readOnly: boolean): readonly Extension[] {
  return [
    // The policy of the page allows style sheets with this nonce alone.
    EditorView.cspNonce.of(nonce),
    history(),
    drawSelection(),
    bracketMatching(),
    syntaxHighlighting(defaultHighlightStyle, { fallback: true }),
    EditorView.lineWrapping,
    EditorState.readOnly.of(readOnly),
    EditorView.contentAttributes.of({ 'aria-label': label }),
    keymap.of([...defaultKeymap, ...historyKeymap]),
  ];
}
