import { open } from 'node:fs/promises';

import { extensionOf } from './names.js';
import { isTextual, typeOfExtension } from './extensions.js';
import { markupType } from './markup.js';

export interface Sniffed {
  readonly path: string;
  readonly name: string;
  /** What the client says it is. Only text is named by it, since text has no signature. */
  readonly declared: string;
  readonly hasZero: boolean;
}

/** How much of a text is looked at. */
const HEAD = 16_384;

/** The type of a file by its content. */
export async function contentType(file: Sniffed): Promise<string> {
  const { fileTypeFromFile } = await import('file-type');
  const text = await textHead(file.path);
  // Its mark at the beginning looks like the beginning of sound.
  const found = text?.wide ? undefined : await fileTypeFromFile(file.path);
  if (found !== undefined && found.mime !== 'application/xml') return knownAs(found.mime, file.name);
  if (text === undefined || (file.hasZero && !text.wide)) return 'application/octet-stream';
  return markupType(text.head) ?? textType(file);
}

/** Old office documents share one container; what is in it only their name tells. */
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
  /** Two bytes a character. */
  readonly wide: boolean;
}

/** The beginning of a file as text; `undefined` where it is not text. */
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

/** Text that is not Unicode is of some code page of one byte a character. */
function decoded(bytes: Buffer, encoding: string): string | undefined {
  try {
    // The last character may be cut in two: it is left for a part that never comes.
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
  } catch {
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
