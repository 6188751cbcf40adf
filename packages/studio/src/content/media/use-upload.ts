import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { useDescription } from '../../data/description.js';
import { messageOf } from '../../data/failure.js';
import { toast } from '../../design/toast.js';
import type { FileRecord } from '../form/value.js';
import { sizeText, uploadFile } from './files.js';

export interface UploadProgress {
  /** The number of the file that is sent now, from 1. */
  readonly place: number;
  readonly count: number;
  /** How much of this file is sent, from 0 to 1. */
  readonly sent: number;
}

interface UploadOptions {
  /** The id of the file whose content is replaced. */
  readonly replaces?: number | undefined;
  readonly onUploaded?: ((file: FileRecord) => void) | undefined;
}

/** Sends files one after the other. A file that is refused does not stop the others. */
export function useUpload({ replaces, onUploaded }: UploadOptions = {}) {
  const { upload } = useDescription();
  const queries = useQueryClient();
  const [progress, setProgress] = useState<UploadProgress>();
  const send = async (files: readonly File[]) => {
    for (const [index, file] of files.entries()) {
      const report = (sent: number) => setProgress({ place: index + 1, count: files.length, sent });
      report(0);
      try {
        if (file.size > upload.sizeLimit) throw new Error(`It is larger than ${sizeText(upload.sizeLimit / 1_000)}.`);
        onUploaded?.(await uploadFile(file, report, replaces));
      } catch (error) {
        toast(`${file.name}: ${messageOf(error)}`, { tone: 'bad' });
      }
    }
    setProgress(undefined);
    await queries.invalidateQueries({ queryKey: ['files'] });
  };
  return { progress, send };
}

export function progressText({ place, count, sent }: UploadProgress): string {
  return `Sending${count > 1 ? ` ${place} of ${count}` : ''}… ${Math.round(sent * 100)} %`;
}

/** How much of all files is sent, from 0 to 1. */
export function progressValue({ place, count, sent }: UploadProgress): number {
  return (place - 1 + sent) / count;
}
