import { useQueryClient } from '@tanstack/react-query';
import { Upload } from '../../design/icons.js';
import { useRef, useState } from 'react';

import { messageOf } from '../../data/failure.js';
import { Button } from '../../design/button.js';
import { toast } from '../../design/toast.js';
import type { FileRecord } from '../form/value.js';
import { uploadFile } from './files.js';

interface UploadButtonProps {
  readonly label?: string;
  readonly accept?: string | undefined;
  readonly many?: boolean;
  /** The id of the file whose content is replaced. */
  readonly replaces?: number;
  readonly onUploaded?: (file: FileRecord) => void;
}

/** Sends files one after the other, and shows how far it is. */
export function UploadButton({ label = 'Upload', accept, many = false, replaces, onUploaded }: UploadButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const queries = useQueryClient();
  const [progress, setProgress] = useState<number>();
  const send = async (files: readonly File[]) => {
    for (const file of files) {
      setProgress(0);
      try {
        onUploaded?.(await uploadFile(file, setProgress, replaces));
      } catch (error) {
        toast(`${file.name}: ${messageOf(error)}`, { tone: 'bad' });
      }
    }
    setProgress(undefined);
    await queries.invalidateQueries({ queryKey: ['files'] });
  };
  return (
    <>
      <Button icon={<Upload aria-hidden />} disabled={progress !== undefined} onClick={() => input.current?.click()}>
        {progress === undefined ? label : `Sending… ${Math.round(progress * 100)} %`}
      </Button>
      {progress === undefined ? null : <progress className="sr-only" value={progress} aria-label="Sending" />}
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
