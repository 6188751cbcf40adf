import { Upload } from '../../design/icons.js';
import { useRef } from 'react';

import { Button } from '../../design/button.js';
import type { FileRecord } from '../form/value.js';
import { progressText, progressValue, useUpload } from './use-upload.js';

interface UploadButtonProps {
  readonly label?: string;
  readonly accept?: string | undefined;
  readonly many?: boolean;
  /** The id of the file whose content is replaced. */
  readonly replaces?: number;
  readonly onUploaded?: (file: FileRecord) => void;
}

/** Sends files, and shows how far it is. */
export function UploadButton({ label = 'Upload', accept, many = false, replaces, onUploaded }: UploadButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const { progress, send } = useUpload({ replaces, onUploaded });
  return (
    <>
      <Button icon={<Upload aria-hidden />} disabled={progress !== undefined} onClick={() => input.current?.click()}>
        {progress === undefined ? label : progressText(progress)}
      </Button>
      {progress === undefined ? null : (
        <progress className="sr-only" value={progressValue(progress)} aria-label="Sending" />
      )}
      <input
        ref={input}
        className="sr-only"
        type="file"
        aria-label={label}
        tabIndex={-1}
        accept={accept}
        multiple={many}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          event.target.value = '';
          void send(files);
        }}
      />
    </>
  );
}
