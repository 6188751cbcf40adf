import { useDeferredValue, useState } from 'react';

import { useDescription } from '../../data/description.js';
import { PickDialog } from '../fields/pick-dialog.js';
import type { FileRecord } from '../form/value.js';
import { FileGrid } from './file-grid.js';
import { useFiles } from './files.js';
import { UploadButton } from './upload-button.js';

interface MediaPickerProps {
  readonly title: string;
  readonly classes: readonly string[];
  readonly chosen: readonly FileRecord[];
  readonly many: boolean;
  readonly onPick: (file: FileRecord) => void;
  readonly onDrop: (file: FileRecord) => void;
  readonly onClose: () => void;
}

export function MediaPicker({ title, classes, chosen, many, onPick, onDrop, onClose }: MediaPickerProps) {
  const { upload } = useDescription();
  const [text, setText] = useState('');
  const found = useFiles(useDeferredValue(text.trim()), classes);
  const pick = (file: FileRecord) => {
    onPick(file);
    if (!many) onClose();
  };
  const isChosen = (file: FileRecord) => chosen.some(({ id }) => id === file.id);
  return (
    <PickDialog
      title={title}
      wide
      search="Search files"
      text={text}
      onText={setText}
      found={found}
      beside={
        upload.actions.includes('upload') ? (
          <UploadButton many={many} accept={acceptOf(classes)} onUploaded={pick} />
        ) : null
      }
      none="There is no such file. Upload one, or search for another name."
      onClose={onClose}
    >
      {(files) => (
        <FileGrid files={files} isChosen={isChosen} onOpen={(file) => (isChosen(file) ? onDrop(file) : pick(file))} />
      )}
    </PickDialog>
  );
}

/** The `accept` of a file control; every type if the attribute takes plain files. */
function acceptOf(classes: readonly string[]): string | undefined {
  if (classes.length === 0 || classes.includes('files')) return undefined;
  return classes.map((each) => `${each.slice(0, -1)}/*`).join(',');
}
