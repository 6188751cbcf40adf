import type { StagedFile, StoredFile, Uploads } from '../content/index.js';
import type { Client } from '../database/index.js';
import type { MediaFormat } from '../model/index.js';
import { checkType } from './file-type/acceptance.js';
import { detectContentType } from './file-type/content-type.js';
import { storedExtension } from './file-type/stored-extension.js';
import { processImage } from './images/images.js';
import { keyOf } from './storage/keys.js';
import type { FileValues } from './rows.js';

/** A checked and measured file, with all pieces that are to be stored. */
export interface PreparedFile {
  readonly values: Omit<FileValues, 'documentId' | 'name' | 'alternativeText' | 'caption' | 'focalPoint'>;
  /** The file itself is the last piece, so that it is never stored without its formats. */
  readonly pieces: readonly (StoredFile & { readonly key: string })[];
}

/** The names that a file and its formats are stored under. */
interface Hashes {
  readonly hash: string;
  readonly format: (name: string) => string;
}

export async function prepareFile(
  { settings, storage, staging }: Uploads,
  file: StagedFile,
  hashes: Hashes,
  client: Client | undefined,
): Promise<PreparedFile> {
  const type = await detectContentType({ ...file, hasZero: file.inspection.hasZero() });
  checkType(file, type, settings);
  const ext = storedExtension(file.name, type);
  const image = await processImage(file.path, type, staging.path(), settings, client);

  const original = image.original ?? { path: file.path, size: file.inspection.size() };
  const key = keyOf(hashes.hash, ext);
  const formats = image.formats.map(({ name, path, width, height, size }) => {
    const hash = hashes.format(name);
    const format: MediaFormat = {
      name: `${name}_${file.name}`,
      hash,
      ext,
      mime: type,
      path: null,
      width,
      height,
      size: kilobytes(size),
      sizeInBytes: size,
      url: storage.url(keyOf(hash, ext), type),
    };
    return { name, format, piece: { key: keyOf(hash, ext), path, size, type } };
  });
  return {
    values: {
      width: image.width,
      height: image.height,
      formats: formats.length === 0 ? null : Object.fromEntries(formats.map(({ name, format }) => [name, format])),
      hash: hashes.hash,
      ext,
      mime: type,
      size: kilobytes(original.size),
      url: storage.url(key, type),
      provider: storage.name,
    },
    pieces: [...formats.map(({ piece }) => piece), { key, path: original.path, size: original.size, type }],
  };
}

function kilobytes(bytes: number): number {
  return Math.round(bytes / 10) / 100;
}
