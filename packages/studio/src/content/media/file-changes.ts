import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';

import { messageOf } from '../../failure.js';
import { toast } from '../../design/toast.js';
import { useWhileShown } from '../../design/while-shown.js';
import type { FileRecord } from '../form/value.js';
import { type Texts, NO_NAME, changedTexts, hasNoName, rebasedTexts, textsOf } from './file-texts.js';
import { deleteFile, updateFile } from './files.js';

interface FileChangesProps {
  readonly file: FileRecord;
  readonly onChange?: ((file: FileRecord) => void) | undefined;
  readonly onClose: () => void;
}

/** Changes a file and its texts, says how that ended, and closes the dialog of the file. */
export function useFileChanges({ file: given, onChange, onClose }: FileChangesProps) {
  const queries = useQueryClient();
  const [file, setFile] = useState(given);
  const [texts, setTexts] = useState<Texts>(() => textsOf(file));
  const [busy, setBusy] = useState(false);
  const changed = changedTexts(file, texts);
  const isChanged = Object.keys(changed).length > 0;
  /** A replacement takes a while: its dialog may have new texts by then. */
  const hasTexts = useRef(isChanged);
  hasTexts.current = isChanged;
  const leave = useWhileShown(onClose);
  const attempt = async (work: () => Promise<string | undefined>) => {
    setBusy(true);
    try {
      const done = await work();
      if (done === undefined) return;
      toast(done);
      await queries.invalidateQueries({ queryKey: ['files'] });
      leave();
    } catch (error) {
      toast(messageOf(error), { tone: 'bad' });
    } finally {
      setBusy(false);
    }
  };
  const save = () =>
    attempt(async () => {
      if (hasNoName(texts)) throw new Error(NO_NAME);
      const saved = await updateFile(file.id, changed);
      onChange?.(saved);
      return 'The file is saved.';
    });
  /** Texts that are not saved stay in the dialog. */
  const replaced = async (next: FileRecord) => {
    onChange?.(next);
    setFile(next);
    setTexts((now) => rebasedTexts(file, now, next));
    toast(next.url === file.url ? 'The file is replaced. Its links stay.' : 'The file is replaced.');
    await queries.invalidateQueries({ queryKey: ['files'] });
    if (!hasTexts.current) leave();
  };
  /** Deletes the file, if its user says so. */
  const remove = (ask: () => Promise<boolean>) =>
    attempt(async () => {
      if (!(await ask())) return undefined;
      await deleteFile(file.id);
      return 'The file is deleted.';
    });
  return { file, texts, setTexts, isChanged, busy, save, replaced, remove };
}
