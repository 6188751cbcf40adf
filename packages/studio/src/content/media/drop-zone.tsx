import { type DragEvent, type ReactNode, useState } from 'react';

import { progressText, progressValue, useUpload } from './use-upload.js';

/** Uploads files that are dropped on what it contains. */
export function DropZone({ enabled, children }: { readonly enabled: boolean; readonly children: ReactNode }) {
  const { progress, send } = useUpload();
  const [isOver, setOver] = useState(false);
  if (!enabled) return <div className="content-screen">{children}</div>;
  const over = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(true);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void send([...event.dataTransfer.files]);
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
