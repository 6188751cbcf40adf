import type { MediaFormat } from '../model/values.js';
import { checkType } from './acceptance.js';
import { contentType } from './content-type.js';
import { extensionOfType, typeOfExtension } from './extensions.js';
import { processImage } from './images.js';
import { keyOf } from './storage/keys.js';
import { extensionOf } from './names.js';
import type { FileValues } from './rows.js';
import type { StagedFile, Staging } from './storage/staging.js';
import type { StoredFile } from './storage/storage.js';
import type { Uploads } from './uploads.js';

/** A file that has been checked and measured, with everything that is to be stored of it. */
export interface PreparedFile {
  readonly values: Omit<FileValues, 'documentId' | 'name' | 'alternativeText' | 'caption' | 'focalPoint'>;
  /** By key; the file itself comes last, so that it is not there without its formats. */
  readonly pieces: readonly (StoredFile & { readonly key: string })[];
}

/** Under which names: those of the file, and of its formats. */
export interface Hashes {
  readonly hash: string;
  readonly format: (name: string) => string;
}

export async function prepareFile(
  { settings, storage }: Uploads,
  staging: Staging,
  file: StagedFile,
  hashes: Hashes,
): Promise<PreparedFile> {
  const type = await contentType({ ...file, hasZero: file.inspection.hasZero() });
  checkType(file, type, settings);
  const ext = extensionFor(file.name, type);
  const image = await processImage(file.path, type, staging.path(), settings);

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
      url: storage.url(keyOf(hash, ext)),
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
      url: storage.url(key),
      provider: storage.name,
    },
    pieces: [...formats.map(({ piece }) => piece), { key, path: original.path, size: original.size, type }],
  };
}

/** That of the name, as long as it does not say something else than the content does. */
function extensionFor(name: string, type: string): string {
  const given = extensionOf(name);
  const named = typeOfExtension(given);
  return named === undefined || named === type ? given : extensionOfType(type) || given;
}

function kilobytes(bytes: number): number {
  return Math.round(bytes / 10) / 100;
}
