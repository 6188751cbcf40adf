import { useDeferredValue, useState } from 'react';

import { maySeeFiles, useDescription } from '../../data/description.js';
import { useWhileShown } from '../../design/while-shown.js';
import { PickDialog } from '../inputs/pick-dialog.js';
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
  const description = useDescription();
  const { upload } = description;
  const maySee = maySeeFiles(description);
  const [text, setText] = useState('');
  const found = useFiles(useDeferredValue(text.trim()), classes);
  // An upload may end after the dialog was closed.
  const close = useWhileShown(onClose);
  const pick = (file: FileRecord) => {
    onPick(file);
    if (!many) close();
  };
  const isChosen = (file: FileRecord) => chosen.some(({ id }) => id === file.id);
  return (
    <PickDialog
      title={title}
      wide
      search={maySee ? 'Search files' : undefined}
      above={
        maySee ? null : <p className="note">Your role may not see the files of the library. You can upload new ones.</p>
      }
      text={text}
      onText={setText}
      found={found}
      beside={
        upload.actions.includes('upload') ? (
          <UploadButton many={many} classes={classes} onUploaded={pick} isAwaited />
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
