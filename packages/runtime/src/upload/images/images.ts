import { rm } from 'node:fs/promises';

import { ContentError } from '../../errors/index.js';
import { type Box, type ImageFailure, imageWorkers } from './workers.js';
import { noRoom } from '../refusals.js';

export interface ProcessedImage {
  readonly width: number | null;
  readonly height: number | null;
  /** The image that is stored instead of the received one, if it was encoded again. */
  readonly original?: ImageFile;
  readonly formats: readonly (ImageFile & { readonly name: string })[];
}

export interface ImageFile {
  readonly path: string;
  readonly width: number;
  readonly height: number;
  readonly size: number;
}

export interface ImageOptions {
  readonly breakpoints: Readonly<Record<string, number>>;
  readonly optimize: boolean;
}

/** Types that the workers can read. Other images are stored unchanged. */
const READABLE = new Set([
  'image/avif',
  'image/gif',
  'image/jpeg',
  'image/png',
  'image/svg+xml',
  'image/tiff',
  'image/webp',
]);

const THUMBNAIL: Box = { width: 245, height: 156 };

const UNKNOWN: ProcessedImage = { width: null, height: null, formats: [] };

/** Measures an image and makes its formats as files beside `target`. */
export async function processImage(
  path: string,
  type: string,
  target: string,
  { breakpoints, optimize }: ImageOptions,
): Promise<ProcessedImage> {
  if (!READABLE.has(type)) return UNKNOWN;
  const sizes = Object.entries(breakpoints).map(([name, size]) => [name, { width: size, height: size }] as const);
  const formats = [['thumbnail', THUMBNAIL], ...sizes] as const;
  const result = await imageWorkers.run({ path, target, optimize, formats });
  if (result?.ok) return result.image;
  await discard(target, formats);
  // An SVG may have no size.
  if (result === undefined || type === 'image/svg+xml') return UNKNOWN;
  throw refusalOf(result.reason);
}

/** Deletes the files that were made before the failure. */
async function discard(target: string, formats: readonly (readonly [name: string, box: Box])[]): Promise<void> {
  const paths = [target, ...formats.map(([name]) => `${target}.${name}`)];
  await Promise.all(paths.map((path) => rm(path, { force: true })));
}

function refusalOf(reason: ImageFailure): ContentError {
  switch (reason) {
    case 'disk':
      return noRoom();
    case 'time':
      return new ContentError(503, 'ServiceUnavailableError', 'The image took too long to be worked on', null);
    case 'image':
      return new ContentError(400, 'ApplicationError', 'File is not a valid image');
  }
}
