import { rm } from 'node:fs/promises';

import type { ImageLimits } from '../../content/index.js';
import { type Client, clientGone } from '../../database/index.js';
import { ContentError, ValidationError } from '../../errors/index.js';
import { noRoom } from '../refusals.js';
import type { Box, ImageFailure } from './job.js';
import { type Limits, limitsFor } from './limits.js';
import { sizeOfSvg } from './svg-size.js';
import { imageWorkers } from './workers.js';

export interface ProcessedImage {
  readonly width: number | null;
  readonly height: number | null;
  /** The image that is stored instead of the received one, if it was encoded again. */
  readonly original?: ImageFile;
  readonly formats: readonly (ImageFile & { readonly name: string })[];
}

interface ImageFile {
  readonly path: string;
  readonly width: number;
  readonly height: number;
  readonly size: number;
}

interface ImageOptions {
  readonly breakpoints: Readonly<Record<string, number>>;
  readonly optimize: boolean;
  readonly images: ImageLimits;
}

/** Types that the workers can read. */
const READABLE = new Set([
  'image/apng',
  'image/avif',
  'image/gif',
  'image/jpeg',
  'image/png',
  'image/tiff',
  'image/webp',
]);

/** Types that have no metadata. Such images are stored unchanged. */
const PLAIN = new Set(['image/bmp', 'image/x-icon']);

const THUMBNAIL: Box = { width: 245, height: 156 };

const UNKNOWN: ProcessedImage = { width: null, height: null, formats: [] };

/** Measures an image and makes its formats as files beside `target`, for the client of a request. */
export async function processImage(
  path: string,
  type: string,
  target: string,
  { breakpoints, optimize, images }: ImageOptions,
  client: Client | undefined,
): Promise<ProcessedImage> {
  if (type === 'image/svg+xml') return { ...UNKNOWN, ...(await sizeOfSvg(path)) };
  if (!READABLE.has(type)) {
    if (optimize && type.startsWith('image/') && !PLAIN.has(type)) throw keepsMetadata(type);
    return UNKNOWN;
  }
  const limits = limitsFor(type, images);
  const sizes = Object.entries(breakpoints).map(([name, size]) => [name, { width: size, height: size }] as const);
  const formats = [['thumbnail', THUMBNAIL], ...sizes] as const;
  const result = await imageWorkers.run({ path, type, target, optimize, formats, ...limits }, client);
  if (result?.ok) return result.image;
  await discard(target, formats);
  if (result === undefined) return UNKNOWN;
  throw refusalOf(result, type, limits);
}

/** Deletes the files that were made before the failure. */
async function discard(target: string, formats: readonly (readonly [name: string, box: Box])[]): Promise<void> {
  const paths = [target, ...formats.map(([name]) => `${target}.${name}`)];
  await Promise.all(paths.map((path) => rm(path, { force: true })));
}

function keepsMetadata(type: string): ContentError {
  return new ValidationError(
    `File type '${type}' is not allowed, because its metadata cannot be removed: send a JPEG, PNG, WebP or AVIF image`,
  );
}

function refusalOf(failure: ImageFailure, type: string, { maxPixels, weight }: Limits): ContentError {
  switch (failure.reason) {
    case 'pixels':
      return new ValidationError(
        `The image has ${failure.pixels} pixels, and upload.images.maxPixels allows ${maxPixels}${weight === 1 ? '' : ` of type '${type}'`}`,
      );
    case 'metadata':
      return keepsMetadata(type);
    case 'disk':
      return noRoom();
    case 'cost':
      return new ValidationError(
        'The image takes more of a processor than its size allows: encode it again, or make it smaller',
      );
    case 'time':
      return new ContentError(503, 'ServiceUnavailableError', 'The image took too long to be worked on', null);
    case 'gone':
      return clientGone();
    case 'image':
      return new ContentError(400, 'ApplicationError', 'File is not a valid image');
  }
}
