import { File as FileIcon, Film, Music } from '../../design/icons.js';

import type { FileRecord } from '../form/value.js';
import { previewOf } from './files.js';

interface FileGridProps {
  readonly files: readonly FileRecord[];
  readonly isChosen?: (file: FileRecord) => boolean;
  readonly onOpen: (file: FileRecord) => void;
}

export function FileGrid({ files, isChosen, onOpen }: FileGridProps) {
  return (
    <ul className="files">
      {files.map((file) => (
        <li key={file.id}>
          <button type="button" className="file" aria-pressed={isChosen?.(file)} onClick={() => onOpen(file)}>
            <Preview file={file} />
            <span className="file-name truncate" title={file.name}>
              {file.name}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Images are shown in `img`, which runs no script, also not that of an SVG. */
export function Preview({ file }: { readonly file: FileRecord }) {
  const url = previewOf(file);
  if (url !== undefined)
    return <img className="file-image" src={url} alt={file.alternativeText ?? ''} loading="lazy" />;
  const Icon = file.mime.startsWith('video/') ? Film : file.mime.startsWith('audio/') ? Music : FileIcon;
  return (
    <span className="file-image file-icon">
      <Icon aria-hidden />
      <span className="small">{file.ext || file.mime}</span>
    </span>
  );
}
