import { ContentError } from '../errors.js';
import { type Box, type ImageResult, imageWorkers } from './image-workers.js';
import { noRoom } from './refusals.js';

export interface ProcessedImage {
  readonly width: number | null;
  readonly height: number | null;
  /** The image as it is to be stored, where that is not as it came. */
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

/** The types that can be read here. Other images are stored as they are. */
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
  const result = await imageWorkers.run({ path, target, optimize, formats: [['thumbnail', THUMBNAIL], ...sizes] });
  // A drawing need not say how large it is.
  if (result === undefined || (!result.ok && type === 'image/svg+xml')) return UNKNOWN;
  return imageOf(result);
}

function imageOf(result: ImageResult): ProcessedImage {
  if (result.ok) return result.image;
  if (result.reason === 'disk') throw noRoom();
  throw new ContentError(400, 'ApplicationError', 'File is not a valid image');
}
