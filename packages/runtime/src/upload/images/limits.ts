import { type ImageLimits, defaultImages } from '../../content/index.js';
import type { ImageJob } from './job.js';

/** The limits of the work on an image. */
export interface Limits extends Pick<ImageJob, 'maxPixels' | 'cpu'> {
  /** As how many pixels a pixel of its type counts. */
  readonly weight: number;
}

interface Cost {
  readonly weight: number;
  /** Several times what noise takes, which is the worst content, on one core of a usual server. */
  readonly msPerMegapixel: number;
}

const USUAL: Cost = { weight: 1, msPerMegapixel: 2_000 };
const COSTS: Readonly<Record<string, Cost>> = {
  'image/avif': { weight: 5, msPerMegapixel: 5_000 },
  // GIF and PNG need a palette.
  'image/gif': { weight: 1, msPerMegapixel: 10_000 },
  'image/png': { weight: 1, msPerMegapixel: 10_000 },
};

/** The limit for an image with few pixels. A file may also claim fewer pixels than its decoder finds. */
const LEAST_CPU_MS = 5_000;
const MOST_CPU_MS = 60_000;

export function limitsFor(type: string, { maxPixels = defaultImages.maxPixels }: ImageLimits): Limits {
  const { weight, msPerMegapixel } = COSTS[type] ?? USUAL;
  const cpu = { leastMs: LEAST_CPU_MS, mostMs: MOST_CPU_MS, msPerMegapixel };
  return { maxPixels: Math.floor(maxPixels / weight), weight, cpu };
}
