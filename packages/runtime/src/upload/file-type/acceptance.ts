import { ValidationError } from '../../errors/index.js';
import { typeOfExtension } from './extensions.js';
import { extensionOf } from '../names.js';
import type { StagedFile } from '../../content/index.js';

interface TypeLists {
  readonly allowedTypes: readonly string[];
  readonly deniedTypes: readonly string[];
}

/** Refuses files of a type that is not allowed, and files whose name or declared type contradicts their content. */
export function checkType(file: StagedFile, type: string, lists: TypeLists): void {
  if (matches(type, lists.deniedTypes) || !matches(type, lists.allowedTypes)) {
    throw new ValidationError(`File type '${type}' is not allowed`);
  }
  const named = typeOfExtension(extensionOf(file.name));
  for (const said of [file.declared, named ?? GENERIC]) {
    if (said !== GENERIC && classOf(said) !== classOf(type)) {
      throw new ValidationError(`File type '${said}' does not match the content of the file: '${type}'`);
    }
  }
  if (hidesAnother(file, type)) throw new ValidationError(`File of type '${type}' contains a file of another type`);
}

const GENERIC = 'application/octet-stream';

function matches(type: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => (pattern.endsWith('*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern));
}

/** Programs disagree on the names of types, but not on these classes. Audio and video share their containers. */
function classOf(type: string): string {
  if (type === 'image/svg+xml') return 'svg';
  const [top = ''] = type.split('/');
  if (top === 'audio' || top === 'video' || type === 'application/ogg' || type === 'application/mp4') return 'time';
  if (top === 'image') return 'image';
  // On machines with Excel, browsers declare CSV files as `application/vnd.ms-excel`.
  if (top === 'text' || TEXT.test(type)) return 'text';
  if (type === 'application/pdf' || type === 'application/x-pdf') return 'pdf';
  return 'document';
}

const TEXT = /^application\/(json|xml|javascript|x-csv|csv|vnd\.ms-excel)$/;

/** Browsers look for markup in so many bytes, and show a file that has it as a page. */
const SNIFFED = 1024;

function hidesAnother({ inspection }: StagedFile, type: string): boolean {
  const kind = classOf(type);
  if (kind === 'svg' || kind === 'text') return false;
  const isMedia = kind === 'image' || kind === 'time';
  if (inspection.markupAt() < (isMedia ? Infinity : SNIFFED)) return true;
  return kind !== 'document' && inspection.endsAsArchive();
}
