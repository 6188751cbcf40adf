import { useEffect, useRef } from 'react';
import { Editor, type PathRef } from 'slate';

import { useDescription } from '../../data/description.js';
import { confirm } from '../../design/confirm.js';
import { counted } from '../../design/counted.js';
import { toast } from '../../design/toast.js';
import { useUpload } from '../media/use-upload.js';
import { insertImage } from './commands.js';
import type { BlocksEditorInstance } from './nodes.js';
import { type LeftOut, insertPasted } from './paste.js';

/** Offers the images of the clipboard for upload, and reports in one message the parts that were not pasted. */
export function usePaste(editor: BlocksEditorInstance): void {
  const { upload } = useDescription();
  const mayUpload = upload.actions.includes('upload');
  /** The image that was inserted last: the next image goes behind it, wherever the caret is by then. */
  const last = useRef<PathRef>(undefined);
  const { send } = useUpload({
    classes: ['images'],
    onUploaded: (file) => {
      const behind = last.current?.unref();
      last.current = Editor.pathRef(editor, insertImage(editor, file, behind ?? undefined));
    },
    isAwaited: true,
  });
  const offer = async (files: readonly File[]) => {
    const count = counted(files.length, files.every(({ type }) => type.startsWith('image/')) ? 'image' : 'file');
    const text = `An upload puts ${files.length === 1 ? 'it' : 'them'} into the media library and into this text.`;
    if (!(await confirm({ title: `Upload ${count}?`, text, confirm: 'Upload' }))) return;
    last.current?.unref();
    last.current = undefined;
    await send(files);
  };
  const insert = (data: DataTransfer) => {
    const left = insertPasted(editor, data);
    const files = mayUpload ? left.files : [];
    sayMissing({ ...left, images: left.images + left.files.length - files.length });
    if (files.length > 0) void offer(files);
  };
  const latest = useRef(insert);
  latest.current = insert;
  useEffect(() => {
    editor.insertData = (data) => latest.current(data);
  }, [editor]);
}

function sayMissing({ images, embedded, tables }: LeftOut): void {
  const missing = [
    ...(images === 0 ? [] : [counted(images, 'image')]),
    ...(embedded === 0 ? [] : [counted(embedded, 'embedded part')]),
  ];
  const said = [
    ...(missing.length === 0 ? [] : [`Pasted without ${missing.join(' and ')}.`]),
    ...(images === 0 ? [] : ['Save images as files, and add them with “Image”.']),
    ...(tables === 0 ? [] : [tables === 1 ? 'A table became lines of text.' : 'Tables became lines of text.']),
  ];
  if (said.length > 0) toast(said.join(' '));
}
