import { Crop, ImagePlus, X } from '../../design/icons.js';
import { useState } from 'react';

import { maySeeFiles } from '../../data/description.js';
import { inSentence } from '../../data/in-sentence.js';
import { Button, IconButton } from '../../design/button.js';
import type { ListChange } from '../form/change.js';
import { filesIn } from '../form/list-values.js';
import { problemAt } from '../form/problems/problems.js';
import type { FileRecord } from '../form/value.js';
import { CropDialog, isCroppable } from '../media/crop-dialog.js';
import { FileDialog } from '../media/file-dialog.js';
import { Preview } from '../media/file-grid.js';
import { sizeText } from '../media/files.js';
import { MediaPicker } from '../media/media-picker.js';
import { type AttributeOf, type FieldProps, useFieldContext } from '../inputs/form-context.js';
import { Group, useWritable } from './labels.js';
import { useRemoval } from './removal.js';
import { Sortable, SortableItem, moved } from '../inputs/sortable.js';

/** Files: chosen from the library or uploaded, and ordered. */
export function MediaField({ attribute, value, onChange, path }: FieldProps<AttributeOf<'media'>>) {
  const { problems, description } = useFieldContext();
  const writable = useWritable(attribute);
  const [picking, setPicking] = useState(false);
  const files = filesIn(value);
  const change: ListChange<FileRecord> = (next) => onChange((current) => next(filesIn(current)));
  const { many } = attribute;
  const mayChoose = maySeeFiles(description) || description.upload.actions.includes('upload');
  const remove = useRemoval({ list: files, many, idOf: ({ id }) => id, onChange: change });
  const name = inSentence(attribute.label);
  return (
    <Group attribute={attribute} note={many ? String(files.length) : undefined} error={problemAt(problems, path, true)}>
      <Sortable
        ids={files.map(({ id }) => String(id))}
        nameOf={(id) => files.find((file) => String(file.id) === id)?.name ?? id}
        onMove={(from, to) => change((all) => moved(all, from, to))}
      >
        {files.map((file, index) => (
          <SortableItem
            key={file.id}
            id={String(file.id)}
            name={file.name}
            className="media"
            disabled={!writable || !many}
          >
            {(handle) => (
              <MediaRow
                file={file}
                handle={handle}
                writable={writable}
                onReplace={(next) => change((all) => all.map((each) => (each.id === file.id ? next : each)))}
                onRemove={writable ? () => remove(index, file.name) : undefined}
              />
            )}
          </SortableItem>
        ))}
      </Sortable>
      {writable && mayChoose ? (
        <Button className="add" icon={<ImagePlus aria-hidden />} onClick={() => setPicking(true)}>
          {many ? `Add to ${name}` : files.length === 0 ? `Choose ${name}` : `Change ${name}`}
        </Button>
      ) : null}
      {picking ? (
        <MediaPicker
          title={many ? `Add to ${name}` : `Choose ${name}`}
          classes={attribute.allowedTypes ?? []}
          chosen={files}
          many={many}
          onPick={(file) => change((all) => (many ? [...all, file] : [file]))}
          onDrop={(file) => change((all) => all.filter(({ id }) => id !== file.id))}
          onClose={() => setPicking(false)}
        />
      ) : null}
    </Group>
  );
}

interface MediaRowProps {
  readonly file: FileRecord;
  readonly handle: React.ReactNode;
  readonly writable: boolean;
  readonly onReplace: (file: FileRecord) => void;
  readonly onRemove: (() => void) | undefined;
}

function MediaRow({ file, handle, writable, onReplace, onRemove }: MediaRowProps) {
  const { upload } = useFieldContext().description;
  const [layer, setLayer] = useState<'none' | 'details' | 'crop'>('none');
  const close = () => setLayer('none');
  const mayCrop = writable && isCroppable(file) && ['upload', 'replace'].some((each) => upload.actions.includes(each));
  const size = [file.width === null ? undefined : `${file.width} × ${file.height}`, sizeText(file.size)]
    .filter(Boolean)
    .join(' · ');
  return (
    <>
      {handle}
      <button
        type="button"
        className="media-open"
        onClick={() => setLayer('details')}
        aria-label={`Details of ${file.name}`}
      >
        <Preview file={file} />
      </button>
      <div className="grow">
        <div className="truncate">{file.name}</div>
        <div className="muted small">{size}</div>
        <div className="small truncate">
          {file.alternativeText || <span className="media-no-text">No alternative text</span>}
        </div>
      </div>
      {mayCrop ? (
        <IconButton small label={`Crop ${file.name}`} onClick={() => setLayer('crop')}>
          <Crop />
        </IconButton>
      ) : null}
      {onRemove === undefined ? null : (
        <IconButton small label={`Remove ${file.name}`} onClick={onRemove}>
          <X />
        </IconButton>
      )}
      {layer === 'details' ? <FileDialog file={file} onChange={onReplace} onClose={close} /> : null}
      {layer === 'crop' ? <CropDialog file={file} onCropped={onReplace} onClose={close} /> : null}
    </>
  );
}
