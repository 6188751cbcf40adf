import { Eye, Pencil } from '../../design/icons.js';
import { useState } from 'react';

import { Button } from '../../design/button.js';
import type { EditorNaming } from '../editor-attributes.js';
import CodeEditor from './code-editor.js';
import { MarkdownPreview } from './markdown-preview.js';

interface MarkdownEditorProps extends EditorNaming {
  readonly value: string;
  readonly readOnly: boolean;
  readonly onChange: (value: string) => void;
}

export default function MarkdownEditor({ value, ...rest }: MarkdownEditorProps) {
  const [preview, setPreview] = useState(false);
  return (
    <div className="markdown">
      <div className="editor-bar">
        <span className="muted small grow">Markdown</span>
        <Button
          small
          variant="quiet"
          icon={preview ? <Pencil aria-hidden /> : <Eye aria-hidden />}
          aria-pressed={preview}
          onClick={() => setPreview(!preview)}
        >
          {preview ? 'Write' : 'Preview'}
        </Button>
      </div>
      {preview ? <MarkdownPreview text={value} /> : <CodeEditor {...rest} language="markdown" value={value} />}
    </div>
  );
}
