import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/** Where the build puts the files of the studio. The bundle of this package lies as deep as this folder's parent. */
const FOLDERS = ['../../dist/studio/', '../../../dist/studio/'].map((path) => new URL(path, import.meta.url));

export interface StudioFile {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly type: string;
  /** The same bytes compressed, the smallest first. Empty for files that compression makes little smaller. */
  readonly encodings: readonly Encoded[];
}

interface Encoded {
  readonly name: 'br' | 'gzip';
  readonly body: Uint8Array<ArrayBuffer>;
}

const gzipped = promisify(gzip);

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
    // A name without a file is not kept, because clients can ask for any number of such names.
    read.set(name, file);
    void file.then((found) => found ?? read.delete(name));
  }
  return file;
}

async function load(name: string, type: string): Promise<StudioFile | undefined> {
  for (const folder of FOLDERS) {
    const body = await bytesOf(new URL(name, folder));
    if (body === undefined) continue;
    if (type.startsWith('font/')) return { body, type, encodings: [] };
    const brotli = await bytesOf(new URL(`${name}.br`, folder));
    const zipped = new Uint8Array(await gzipped(body));
    return {
      body,
      type,
      encodings: [
        ...(brotli === undefined ? [] : [{ name: 'br', body: brotli } as const]),
        { name: 'gzip', body: zipped },
      ],
    };
  }
  return undefined;
}

/** `undefined`: this folder does not have the file. */
async function bytesOf(url: URL): Promise<Uint8Array<ArrayBuffer> | undefined> {
  return readFile(url).then(
    (bytes) => new Uint8Array(bytes),
    () => undefined,
  );
}
