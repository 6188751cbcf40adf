import { type DragEvent, type ReactNode, useState } from 'react';

import { toast } from '../../design/toast.js';
import { progressText, progressValue, useUpload } from './use-upload.js';

/** Uploads files that are dropped on what it contains. */
export function DropZone({ enabled, children }: { readonly enabled: boolean; readonly children: ReactNode }) {
  const { progress, send } = useUpload();
  const [isOver, setOver] = useState(false);
  if (!enabled) return <div className="content-screen">{children}</div>;
  const over = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    if (isOnDialog(event)) event.dataTransfer.dropEffect = 'none';
    setOver(!isOnDialog(event));
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (isOnDialog(event)) return;
    const { files, folders } = droppedIn(event.dataTransfer);
    for (const folder of folders) {
      toast(`${folder} is a folder. Open it, and drop the files that it contains.`, { tone: 'bad' });
    }
    if (files.length > 0) void send(files);
  };
  return (
    <div
      className={`content-screen drop-zone ${isOver ? 'drop-zone-over' : ''}`}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {children}
      {progress === undefined ? null : (
        <div className="note row" role="status">
          <span>{progressText(progress)}</span>
          <progress className="grow" value={progressValue(progress)} aria-label="Sending" />
        </div>
      )}
    </div>
  );
}

/** A dialog that the zone has opened is no part of its element, and hides where the files would go. */
function isOnDialog({ target, currentTarget }: DragEvent): boolean {
  return !(target instanceof Node && currentTarget.contains(target));
}

/** The files that were dropped, and the names of folders, which no request can send. */
function droppedIn({ items }: DataTransfer) {
  const dropped = [...items].map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
  return {
    files: dropped.flatMap(({ entry, file }) => (entry?.isDirectory === true || file === null ? [] : [file])),
    folders: dropped.flatMap(({ entry }) => (entry?.isDirectory === true ? [entry.name] : [])),
  };
}
