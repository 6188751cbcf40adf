import '../content.css';

import { useDeferredValue, useState } from 'react';

import { maySeeFiles, useDescription } from '../../data/description.js';
import { Button } from '../../design/button.js';
import { Select } from '../../design/field.js';
import { SearchInput } from '../../design/search-input.js';
import { EmptyState, ErrorState, Loading } from '../../design/states.js';
import type { FileRecord } from '../form/value.js';
import { DropZone } from './drop-zone.js';
import { FileDialog } from './file-dialog.js';
import { FileGrid } from './file-grid.js';
import { useFiles } from './files.js';
import { UploadButton } from './upload-button.js';

const CLASSES: readonly (readonly [string, string])[] = [
  ['', 'All files'],
  ['images', 'Images'],
  ['videos', 'Videos'],
  ['audios', 'Sound'],
];

/** The files of the project. */
export default function MediaScreen() {
  const description = useDescription();
  const { upload } = description;
  const [text, setText] = useState('');
  const [kind, setKind] = useState('');
  const [open, setOpen] = useState<FileRecord>();
  const found = useFiles(useDeferredValue(text.trim()), kind === '' ? [] : [kind]);
  if (!maySeeFiles(description)) {
    return (
      <EmptyState title="You may not see the files">
        Your role has no right to list the files of this project.
      </EmptyState>
    );
  }
  const mayUpload = upload.actions.includes('upload');
  const isNarrowed = text !== '' || kind !== '';
  return (
    <DropZone enabled={mayUpload}>
      <header className="screen-head">
        <h1>Media library</h1>
        <span className="grow" />
        {mayUpload ? <UploadButton many label="Upload files" /> : null}
      </header>
      <div className="toolbar">
        <SearchInput
          isMain
          label="Search files"
          placeholder="Search by name or alternative text"
          value={text}
          onChange={setText}
        />
        <Select
          className="input-short"
          aria-label="Kind of file"
          value={kind}
          onChange={(event) => setKind(event.target.value)}
        >
          {CLASSES.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </div>
      {found.isPending ? <Loading /> : null}
      {found.isError ? <ErrorState error={found.error} onRetry={() => void found.refetch()} /> : null}
      {found.data?.length === 0 ? (
        <EmptyState title={isNarrowed ? 'No file fits' : 'There are no files yet'}>
          {isNarrowed
            ? 'Search for another word, or choose another kind of file.'
            : mayUpload
              ? 'Upload images, sound, videos and documents, or drop them here, and use them in your content.'
              : 'Your role may see files, and not upload them.'}
        </EmptyState>
      ) : null}
      <FileGrid files={found.data ?? []} onOpen={setOpen} />
      {found.hasNextPage ? (
        <Button className="more" disabled={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
          Show more
        </Button>
      ) : null}
      {open === undefined ? null : (
        <FileDialog file={open} onClose={() => setOpen((now) => (now?.id === open.id ? undefined : now))} />
      )}
    </DropZone>
  );
}
