import { open } from 'node:fs/promises';

/** The number of bytes that are read to recognize text. */
const HEAD = 16_384;

interface TextHead {
  readonly head: string;
  /** UTF-16: two bytes per character. */
  readonly wide: boolean;
}

/** The beginning of a file as text; `undefined` if it is not text. */
export async function textHead(path: string): Promise<TextHead | undefined> {
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
