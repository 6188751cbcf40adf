import { Upload } from '../../design/icons.js';
import { useRef } from 'react';

import { Button } from '../../design/button.js';
import type { FileRecord } from '../form/value.js';
import { progressText, progressValue, useUpload } from './use-upload.js';

interface UploadButtonProps {
  readonly label?: string;
  /** The classes of files that are taken, such as `images`; all of them if the list is empty. */
  readonly classes?: readonly string[];
  readonly many?: boolean;
  /** The file whose content is replaced. */
  readonly replaces?: FileRecord;
  readonly onUploaded?: (file: FileRecord) => void;
  /** A form waits for the files. */
  readonly isAwaited?: boolean;
}

/** Sends files, and shows the progress. */
export function UploadButton({
  label = 'Upload',
  classes = [],
  many = false,
  replaces,
  onUploaded,
  isAwaited,
}: UploadButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const { progress, send } = useUpload({ replaces, classes, onUploaded, isAwaited });
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
        accept={replaces?.mime ?? acceptOf(classes)}
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

/** The `accept` of a file control; every type if the attribute takes plain files. */
function acceptOf(classes: readonly string[]): string | undefined {
  if (classes.length === 0 || classes.includes('files')) return undefined;
  return classes.map((each) => `${each.slice(0, -1)}/*`).join(',');
}
