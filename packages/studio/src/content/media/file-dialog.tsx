import { Download } from '../../design/icons.js';

import { useDescription } from '../../data/description.js';
import { Button } from '../../design/button.js';
import { confirm } from '../../design/confirm.js';
import { Dialog } from '../../design/dialog.js';
import type { FileRecord } from '../form/value.js';
import { Preview } from './file-grid.js';
import { useFileChanges } from './file-changes.js';
import { FileTexts } from './file-texts.js';
import { sizeText } from './files.js';
import { UploadButton } from './upload-button.js';
import { Uses, useUses } from './uses.js';

interface FileDialogProps {
  readonly file: FileRecord;
  readonly onChange?: (file: FileRecord) => void;
  readonly onClose: () => void;
}

/** A file: its texts, its content, and where it is used. */
export function FileDialog({ onChange, onClose, ...given }: FileDialogProps) {
  const { upload } = useDescription();
  const mayChange = upload.actions.includes('replace');
  const { file, texts, setTexts, isChanged, busy, save, replaced, remove } = useFileChanges({
    ...given,
    onChange,
    onClose,
  });
  const uses = useUses(file);
  const submit = () => {
    if (!busy) void save();
  };
  const close = async () => {
    const question = { title: 'Discard your changes?', text: 'The texts of the file are not saved.' };
    if (!isChanged || (await confirm({ ...question, confirm: 'Discard', danger: true }))) onClose();
  };
  const askToDelete = () =>
    confirm({ title: `Delete ${file.name}?`, text: lossText(uses.count), confirm: 'Delete', danger: true });
  const foot = (
    <>
      {upload.actions.includes('destroy') && onChange === undefined ? (
        <Button
          variant="danger"
          disabled={busy || uses.isPending || uses.error !== null}
          onClick={() => void remove(askToDelete)}
        >
          Delete
        </Button>
      ) : null}
      <span className="grow" />
      {mayChange ? (
        <Button variant="primary" disabled={busy} onClick={submit}>
          Save
        </Button>
      ) : null}
    </>
  );
  return (
    <Dialog title={file.name} wide onClose={() => void close()} onSave={mayChange ? submit : undefined} foot={foot}>
      <div className="file-dialog">
        <div className="stack">
          <Preview file={file} />
          <FileFacts file={file} />
          <div className="row row-wrap">
            <a className="button button-default" href={file.url} target="_blank" rel="noreferrer">
              <Download aria-hidden /> Open file
            </a>
            {mayChange ? (
              <UploadButton label="Replace file" replaces={file} onUploaded={(next) => void replaced(next)} />
            ) : null}
          </div>
        </div>
        <div className="stack">
          <FileTexts texts={texts} disabled={!mayChange} onChange={setTexts} />
          <Uses file={file} uses={uses} />
        </div>
      </div>
    </Dialog>
  );
}

function lossText(count: number): string {
  if (count === 0) return 'No document that you may read uses it.';
  return `${count === 1 ? 'One document uses it and loses' : `${count} documents use it and lose`} it.`;
}

function FileFacts({ file }: Pick<FileDialogProps, 'file'>) {
  return (
    <p className="muted small">
      {file.mime} · {sizeText(file.size)}
      {file.width === null ? '' : ` · ${file.width} × ${file.height}`}
    </p>
  );
}
