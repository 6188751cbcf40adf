import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { markdown } from '@codemirror/lang-markdown';
import { bracketMatching, defaultHighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { Compartment, EditorState, type Extension, Transaction } from '@codemirror/state';
import { EditorView, drawSelection, keymap, lineNumbers } from '@codemirror/view';
import { useEffect, useRef } from 'react';

import { nonce } from '../../setup.js';
import { type EditorNaming, editorAttributes } from '../editor-attributes.js';

interface CodeEditorProps extends EditorNaming {
  readonly language: 'json' | 'markdown';
  readonly value: string;
  readonly readOnly: boolean;
  readonly onChange: (value: string) => void;
}

/** CodeMirror. Tab moves the focus on, so that the keyboard is never caught in the editor. */
export default function CodeEditor({ language, value, readOnly, onChange, ...naming }: CodeEditorProps) {
  const { label, required, problem } = naming;
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const latest = useRef(onChange);
  latest.current = onChange;
  const first = useRef(value);
  const attributes = useRef(new Compartment());

  useEffect(() => {
    if (place.current === null) return undefined;
    const listener = EditorView.updateListener.of(({ docChanged, state, transactions }) => {
      const isTyped = docChanged && !transactions.some((each) => each.annotation(Transaction.remote));
      if (isTyped) latest.current(withBreaksOf(first.current, state.doc.toString()));
    });
    const extensions = [
      ...common(readOnly),
      attributes.current.of([]),
      language === 'json' ? [json(), lineNumbers()] : markdown(),
      listener,
    ];
    const editor = new EditorView({
      parent: place.current,
      state: EditorState.create({ doc: first.current, extensions }),
    });
    view.current = editor;
    return () => editor.destroy();
  }, [language, readOnly]);

  useEffect(() => {
    const named = EditorView.contentAttributes.of(editorAttributes({ label, required, problem }));
    view.current?.dispatch({ effects: attributes.current.reconfigure(named) });
  }, [label, required, problem, language, readOnly]);

  useEffect(() => {
    first.current = value;
    const editor = view.current;
    // The editor has the same line break everywhere. A text that is only shown is never written.
    if (editor === undefined || isShown(language, editor.state.doc.toString(), value)) return;
    editor.dispatch({
      changes: { from: 0, to: editor.state.doc.length, insert: value },
      annotations: Transaction.remote.of(true),
    });
  }, [language, value]);

  return <div ref={place} className="code-editor" />;
}

/**
 * Whether the text of the editor means the same as the value. The API gives back JSON in other lines, which would take
 * the caret away.
 */
function isShown(language: CodeEditorProps['language'], text: string, value: string): boolean {
  if (text === withBreaks(value, '\n')) return true;
  return language === 'json' && canonical(text) !== undefined && canonical(text) === canonical(value);
}

function canonical(json: string): string | undefined {
  try {
    return JSON.stringify(JSON.parse(json));
  } catch {
    return undefined;
  }
}

const BREAK = /\r\n?|\n/;

/** A text of the editor with the line breaks that the value has, such as those of Windows. */
function withBreaksOf(value: string, text: string): string {
  return withBreaks(text, BREAK.exec(value)?.[0] ?? '\n');
}

function withBreaks(text: string, lineBreak: string): string {
  return text.split(BREAK).join(lineBreak);
}

function common(readOnly: boolean): readonly Extension[] {
  return [
    // The policy of the page allows style sheets with this nonce alone.
    EditorView.cspNonce.of(nonce),
    history(),
    drawSelection(),
    bracketMatching(),
    syntaxHighlighting(defaultHighlightStyle, { fallback: true }),
    EditorView.lineWrapping,
    EditorState.readOnly.of(readOnly),
    keymap.of([...defaultKeymap, ...historyKeymap]),
  ];
}
