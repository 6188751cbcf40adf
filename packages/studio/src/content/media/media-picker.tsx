import { Search } from '../../design/icons.js';
import { useDeferredValue, useState } from 'react';

import { useDescription } from '../../data/description.js';
import { Button } from '../../design/button.js';
import { Dialog } from '../../design/dialog.js';
import { ErrorState, Loading } from '../../design/states.js';
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
  const foot = (
    <Button variant="primary" onClick={onClose}>
      Done
    </Button>
  );
  return (
    <Dialog title={title} wide onClose={onClose} foot={foot}>
      <div className="picker">
        <div className="row">
          <div className="search-box grow">
            <Search aria-hidden />
            <input
              autoFocus
              type="search"
              aria-label="Search files"
              placeholder="Search files"
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          </div>
          {upload.actions.includes('upload') ? (
            <UploadButton many={many} accept={acceptOf(classes)} onUploaded={pick} />
          ) : null}
        </div>
        {found.isPending ? <Loading /> : null}
        {found.isError ? <ErrorState error={found.error} onRetry={() => void found.refetch()} /> : null}
        {found.data?.length === 0 ? (
          <p className="picker-none muted">There is no such file. Upload one, or search for another name.</p>
        ) : null}
        <FileGrid
          files={found.data ?? []}
          isChosen={isChosen}
          onOpen={(file) => (isChosen(file) ? onDrop(file) : pick(file))}
        />
        {found.hasNextPage ? (
          <Button variant="quiet" onClick={() => void found.fetchNextPage()}>
            Show more
          </Button>
        ) : null}
      </div>
    </Dialog>
  );
}

/** The `accept` of a file control; every type if the attribute takes plain files. */
function acceptOf(classes: readonly string[]): string | undefined {
  if (classes.length === 0 || classes.includes('files')) return undefined;
  return classes.map((each) => `${each.slice(0, -1)}/*`).join(',');
}
