import type { ProcessedImage } from './images.js';

export interface Box {
  readonly width: number;
  readonly height: number;
}

/** The work on one image, as the worker process gets it. */
export interface ImageJob {
  readonly path: string;
  readonly type: string;
  /** The path of the result; formats get a suffix. */
  readonly target: string;
  readonly formats: readonly (readonly [name: string, box: Box])[];
  readonly optimize: boolean;
  /** An image with more pixels is not decoded. */
  readonly maxPixels: number;
  /** How long the processor may work on it. */
  readonly cpu: CpuLimit;
}

/** The least time, in milliseconds, and more for each million pixels, up to the most. */
interface CpuLimit {
  readonly leastMs: number;
  readonly msPerMegapixel: number;
  readonly mostMs: number;
}

export type ImageResult =
  | { readonly ok: true; readonly image: ProcessedImage }
  | ({ readonly ok: false } & ImageFailure);

/**
 * `image`: the image cannot be read. `metadata`: the image would keep its metadata. `disk`: the disk is full. `cost`:
 * the image takes too much of a processor. `time`: the job took too long. `gone`: the client has gone.
 */
export type ImageFailure =
  | { readonly reason: 'image' | 'metadata' | 'disk' | 'cost' | 'time' | 'gone' }
  | { readonly reason: 'pixels'; readonly pixels: number };

export function failure(reason: 'image' | 'time' | 'gone'): ImageResult {
  return { ok: false, reason };
}
