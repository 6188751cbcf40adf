import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';

/** Where the build puts the files of the studio. The bundle of this package lies as deep as this folder's parent. */
const FOLDERS = ['../../dist/studio/', '../../../dist/studio/'].map((path) => new URL(path, import.meta.url));

export interface StudioFile {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly type: string;
  /** Absent where compression would save little. */
  readonly gzip?: Uint8Array<ArrayBuffer>;
}

const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
};

const read = new Map<string, Promise<StudioFile | undefined>>();

/** A built file by its name, such as `assets/index-1a2b3c.js`. Files are read once, because a build never changes them. */
export function studioFile(name: string): Promise<StudioFile | undefined> {
  const extension = /^(?:assets\/)?[\w.-]+\.(\w+)$/.exec(name)?.[1] ?? '';
  const type = TYPES[extension];
  if (type === undefined || name.includes('..')) return Promise.resolve(undefined);
  let file = read.get(name);
  if (file === undefined) {
    file = load(name, type);
    // A name without a file is not kept, because there are any number of them.
    read.set(name, file);
    void file.then((found) => found ?? read.delete(name));
  }
  return file;
}

async function load(name: string, type: string): Promise<StudioFile | undefined> {
  for (const folder of FOLDERS) {
    try {
      const body = new Uint8Array(await readFile(new URL(name, folder)));
      return type.startsWith('font/') ? { body, type } : { body, type, gzip: new Uint8Array(gzipSync(body)) };
    } catch {
      // The other folder may have the file.
    }
  }
  return undefined;
}
