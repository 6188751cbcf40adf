import { randomBytes } from 'node:crypto';

import { ContentError } from '../errors/index.js';

/** Characters that mean something to a file system, and those that hide what a name ends with. */
// oxlint-disable-next-line no-control-regex
const RESERVED = /[<>:"/\\|?*\u0000-\u001F\u007F\u202A-\u202E\u2066-\u2069]/;
const DEVICES = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** Refuses names that are paths, or would be trouble as a file on some system. */
export function checkName(name: string): void {
  const bad = name === '' || name.length > 255 || RESERVED.test(name) || DEVICES.test(name) || /^\.*$/.test(name);
  if (bad) throw new ContentError(400, 'ApplicationError', 'File name contains invalid characters');
}

/** `.png` of `Photo.PNG`; nothing where the end of the name is no extension. */
export function extensionOf(name: string): string {
  return /[^.](\.[a-z0-9]{1,12})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
}

/** What a file is stored under: its name in plain letters, and what makes it one of a kind and hard to guess. */
export function newHash(name: string): string {
  const plain = name
    .slice(0, name.length - extensionOf(name).length)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 80);
  return `${plain === '' ? 'file' : plain}_${randomBytes(8).toString('hex')}`;
}
