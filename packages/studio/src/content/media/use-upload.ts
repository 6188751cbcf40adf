import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { useDescription } from '../../data/description.js';
import { messageOf } from '../../failure.js';
import { counted } from '../../design/counted.js';
import { toast } from '../../design/toast.js';
import { guardAwaited } from '../../design/leaving.js';
import type { FileRecord } from '../form/value.js';
import { checkClass } from './file-type.js';
import { sizeText, uploadFile } from './files.js';

interface UploadProgress {
  /** The number of the file that is sent now, from 1. */
  readonly place: number;
  readonly count: number;
  /** How much of this file is sent, from 0 to 1. */
  readonly sent: number;
}

interface UploadOptions {
  /** The file whose content is replaced. */
  readonly replaces?: FileRecord | undefined;
  /** The classes of files that are taken, such as `images`; all of them if the list is empty. */
  readonly classes?: readonly string[] | undefined;
  readonly onUploaded?: ((file: FileRecord) => void) | undefined;
  /** A form waits for the files. */
  readonly isAwaited?: boolean | undefined;
}

/** Sends files one after the other. A file that is refused does not stop the others. */
export function useUpload({ replaces, classes = [], onUploaded, isAwaited = false }: UploadOptions = {}) {
  const { upload } = useDescription();
  const queries = useQueryClient();
  const [progress, setProgress] = useState<UploadProgress>();
  const sendAll = async (files: readonly File[]) => {
    let count = 0;
    for (const [index, file] of files.entries()) {
      const report = (sent: number) => setProgress({ place: index + 1, count: files.length, sent });
      report(0);
      try {
        if (file.size > upload.sizeLimit) throw new Error(`It is larger than ${sizeText(upload.sizeLimit / 1_000)}.`);
        checkClass(file, classes);
        const stored = await uploadFile(file, report, replaces);
        count++;
        onUploaded?.(stored);
      } catch (error) {
        toast(`${file.name}: ${messageOf(error)}`, { tone: 'bad' });
      }
    }
    setProgress(undefined);
    // Elsewhere, a file appears where it is used. The library may show other files than those that were sent.
    if (onUploaded === undefined && count > 0)
      toast(`${counted(count, 'file')} ${count === 1 ? 'is' : 'are'} uploaded.`);
    await queries.invalidateQueries({ queryKey: ['files'] });
  };
  const send = (files: readonly File[]) => (isAwaited ? guardAwaited(sendAll(files)) : sendAll(files));
  return { progress, send };
}

export function progressText({ place, count, sent }: UploadProgress): string {
  return `Sending${count > 1 ? ` ${place} of ${count}` : ''}… ${Math.round(sent * 100)} %`;
}

/** How much of all files is sent, from 0 to 1. */
export function progressValue({ place, count, sent }: UploadProgress): number {
  return (place - 1 + sent) / count;
}
