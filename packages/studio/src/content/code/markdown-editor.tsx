import { Eye, Pencil } from '../../design/icons.js';
import { useState } from 'react';

import { Button } from '../../design/button.js';
import CodeEditor from './code-editor.js';
import { MarkdownPreview } from './markdown-preview.js';

interface MarkdownEditorProps {
  readonly label: string;
  readonly value: string;
  readonly readOnly: boolean;
  readonly onChange: (value: string) => void;
}

export default function MarkdownEditor({ label, value, readOnly, onChange }: MarkdownEditorProps) {
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
      {preview ? (
        <MarkdownPreview text={value} />
      ) : (
        <CodeEditor label={label} language="markdown" value={value} readOnly={readOnly} onChange={onChange} />
      )}
    </div>
  );
}
