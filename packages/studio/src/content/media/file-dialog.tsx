import { useQueryClient } from '@tanstack/react-query';
import { Download } from '../../design/icons.js';
import { useState } from 'react';

import { useDescription } from '../../data/description.js';
import { messageOf } from '../../data/failure.js';
import { Button } from '../../design/button.js';
import { confirm } from '../../design/confirm.js';
import { Dialog } from '../../design/dialog.js';
import { Field, Input, Textarea } from '../../design/field.js';
import { toast } from '../../design/toast.js';
import type { FileRecord } from '../form/value.js';
import { Preview } from './file-grid.js';
import { deleteFile, sizeText, updateFile } from './files.js';
import { UploadButton } from './upload-button.js';
import { Uses, useUses } from './uses.js';

interface FileDialogProps {
  readonly file: FileRecord;
  readonly onChange?: (file: FileRecord) => void;
  readonly onClose: () => void;
}

/** A file: its texts, its content, and where it is used. */
export function FileDialog({ file, onChange, onClose }: FileDialogProps) {
  const { upload } = useDescription();
  const queries = useQueryClient();
  const mayChange = upload.actions.includes('replace');
  const [info, setInfo] = useState<Info>({
    name: file.name,
    alternativeText: file.alternativeText ?? '',
    caption: file.caption ?? '',
  });
  const uses = useUses(file);
  const finish = async (text: string) => {
    toast(text);
    await queries.invalidateQueries({ queryKey: ['files'] });
    onClose();
  };
  const attempt = (work: Promise<unknown>) => work.catch((error: unknown) => toast(messageOf(error), { tone: 'bad' }));
  const save = async () => {
    onChange?.(await updateFile(file.id, info));
    await finish('The file is saved.');
  };
  const replace = (next: FileRecord) => {
    onChange?.(next);
    void finish('The file is replaced. Its links stay.');
  };
  const remove = async () => {
    const text = lossText(uses.count);
    if (!(await confirm({ title: `Delete ${file.name}?`, text, confirm: 'Delete', danger: true }))) return;
    await deleteFile(file.id);
    await finish('The file is deleted.');
  };
  const foot = (
    <>
      {upload.actions.includes('destroy') && onChange === undefined ? (
        <Button
          variant="danger"
          disabled={uses.isPending || uses.error !== null}
          onClick={() => void attempt(remove())}
        >
          Delete
        </Button>
      ) : null}
      <span className="grow" />
      {mayChange ? (
        <Button variant="primary" onClick={() => void attempt(save())}>
          Save
        </Button>
      ) : null}
    </>
  );
  return (
    <Dialog title={file.name} wide onClose={onClose} foot={foot}>
      <div className="file-dialog">
        <div className="stack">
          <Preview file={file} />
          <FileFacts file={file} />
          <div className="row row-wrap">
            <a className="button button-default" href={file.url} target="_blank" rel="noreferrer">
              <Download aria-hidden /> Open file
            </a>
            {mayChange ? <UploadButton label="Replace file" replaces={file.id} onUploaded={replace} /> : null}
          </div>
        </div>
        <div className="stack">
          <FileTexts info={info} disabled={!mayChange} onChange={setInfo} />
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

interface Info {
  readonly name: string;
  readonly alternativeText: string;
  readonly caption: string;
}

interface FileTextsProps {
  readonly info: Info;
  readonly disabled: boolean;
  readonly onChange: (info: Info) => void;
}

function FileTexts({ info, disabled, onChange }: FileTextsProps) {
  const controlOf = (name: keyof Info) => ({
    disabled,
    value: info[name],
    onChange: (event: { readonly target: { readonly value: string } }) =>
      onChange({ ...info, [name]: event.target.value }),
  });
  return (
    <>
      <Field label="Name">{(control) => <Input {...control} {...controlOf('name')} />}</Field>
      <Field label="Alternative text" hint="Says what the image shows, for people who do not see it.">
        {(control) => <Input {...control} {...controlOf('alternativeText')} />}
      </Field>
      <Field label="Caption">{(control) => <Textarea {...control} {...controlOf('caption')} />}</Field>
    </>
  );
}
