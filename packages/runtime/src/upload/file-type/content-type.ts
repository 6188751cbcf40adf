import { extensionOf } from '../names.js';
import { isTextual, typeOfExtension } from './extensions.js';
import { markupType } from './markup.js';
import { textHead } from './text-head.js';

interface Sniffed {
  readonly path: string;
  readonly name: string;
  /** The type that the client declares. The declared type counts only for text, because text has no signature. */
  readonly declared: string;
  readonly hasZero: boolean;
}

/** Detects the type of a file by its content. */
export async function detectContentType(file: Sniffed): Promise<string> {
  const { fileTypeFromFile } = await import('file-type');
  const text = await textHead(file.path);
  // A UTF-16 byte order mark looks like the beginning of an MPEG audio file.
  const found = text?.wide ? undefined : await fileTypeFromFile(file.path);
  if (found !== undefined && found.mime !== 'application/xml') return knownAs(found.mime, file.name);
  if (text === undefined || (file.hasZero && !text.wide)) return 'application/octet-stream';
  return markupType(text.head) ?? textType(file);
}

/** Old office documents share one container format; only the name of the file tells them apart. */
function knownAs(type: string, name: string): string {
  const named = typeOfExtension(extensionOf(name));
  if (type === 'application/x-cfb' && named !== undefined && OFFICE.has(named)) return named;
  return type;
}

const OFFICE = new Set(['application/msword', 'application/vnd.ms-excel', 'application/vnd.ms-powerpoint']);

function textType({ name, declared }: Sniffed): string {
  const named = typeOfExtension(extensionOf(name));
  if (named !== undefined && isTextual(named)) return named;
  return isTextual(declared) ? declared : 'text/plain';
}
