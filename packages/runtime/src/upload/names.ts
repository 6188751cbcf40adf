import { randomBytes } from 'node:crypto';

import { ContentError } from '../errors/index.js';

/** Characters with a meaning for a file system, and characters that change the direction of text. */
// oxlint-disable-next-line no-control-regex
const RESERVED = /[<>:"/\\|?*\u0000-\u001F\u007F\u202A-\u202E\u2066-\u2069]/;
const DEVICES = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** Refuses names that are paths, or that some file systems do not allow. */
export function checkName(name: string): void {
  const bad = name === '' || name.length > 255 || RESERVED.test(name) || DEVICES.test(name) || /^\.*$/.test(name);
  if (bad) throw new ContentError(400, 'ApplicationError', 'File name contains invalid characters');
}

/** `.png` of `Photo.PNG`; empty if the name has no extension. */
export function extensionOf(name: string): string {
  return /[^.](\.[a-z0-9]{1,12})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
}

/** The name that a file is stored under: its own name in plain letters, and a random part against collisions and guesses. */
export function newHash(name: string): string {
  const plain = name
    .slice(0, name.length - extensionOf(name).length)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')
    .slice(0, 80);
  return `${plain === '' ? 'file' : plain}_${randomSuffix()}`;
}

export function randomSuffix(): string {
  return randomBytes(8).toString('hex');
}
