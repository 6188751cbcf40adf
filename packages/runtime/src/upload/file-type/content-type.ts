import { open } from 'node:fs/promises';

import { extensionOf } from '../names.js';
import { isTextual, typeOfExtension } from './extensions.js';
import { markupType } from './markup.js';

export interface Sniffed {
  readonly path: string;
  readonly name: string;
  /** The type that the client declares. Only text is named by it, because text has no signature. */
  readonly declared: string;
  readonly hasZero: boolean;
}

/** The number of bytes that are read to recognize text. */
const HEAD = 16_384;

/** Detects the type of a file by its content. */
export async function contentType(file: Sniffed): Promise<string> {
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

interface TextHead {
  readonly head: string;
  /** UTF-16: two bytes per character. */
  readonly wide: boolean;
}

/** The beginning of a file as text; `undefined` if it is not text. */
async function textHead(path: string): Promise<TextHead | undefined> {
  const bytes = await head(path);
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
  const text = decoded(bytes, encoding);
  // oxlint-disable-next-line no-control-regex
  return text === undefined || /[\u0000-\u0008\u000E-\u001A\u001C-\u001F]/.test(text)
    ? undefined
    : { head: text, wide: encoding !== 'utf-8' };
}

/** Text that is not UTF-8 is taken for a code page with one byte per character. */
function decoded(bytes: Buffer, encoding: string): string | undefined {
  try {
    // `stream` ignores a last character that is cut in two.
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
  } catch {
    // The decoder has no other way to report invalid bytes.
    return encoding === 'utf-8' ? bytes.toString('latin1') : undefined;
  }
}

async function head(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
