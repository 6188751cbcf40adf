// Makes smaller images in a separate process: its memory does not count for the server, a malicious file that crashes
// the library ends no request, and its low priority leaves the processor to requests.
import { Buffer } from 'node:buffer';
import { readFile, writeFile } from 'node:fs/promises';
import process from 'node:process';

import { STRIPPED } from './containers.mjs';

const sharp = await import('sharp').then(
  (module) => module.default,
  () => undefined,
);
if (sharp !== undefined) {
  sharp.cache(false);
  sharp.concurrency(1);
}

process.on('disconnect', () => process.exit());
process.on('message', async (job) => tell(await attempt(job)));
tell({ ready: sharp !== undefined });

/** Ends the process if the server has ended. */
function tell(message) {
  if (process.connected) process.send(message, () => undefined);
  else process.exit();
}

class Refusal extends Error {
  constructor(failure) {
    super();
    this.failure = failure;
  }
}

/** How often the worker looks at the time that the processor has worked on an image. */
const CPU_CHECK_MS = 100;

/** Reports that a job has had its time; the server then ends this process, because nothing else ends the image library. */
function limitCpu({ leastMs, msPerMegapixel, mostMs }) {
  const before = process.cpuUsage();
  let allowedMs = leastMs;
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    if ((user + system) / 1000 < allowedMs) return;
    clearInterval(timer);
    tell({ ok: false, reason: 'cost' });
  }, CPU_CHECK_MS);
  return {
    allow: (pixels) => (allowedMs = Math.min(mostMs, leastMs + (pixels / 1e6) * msPerMegapixel)),
    end: () => clearInterval(timer),
  };
}

async function attempt(job) {
  const limit = limitCpu(job.cpu);
  try {
    return { ok: true, image: await work(job, limit) };
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, ...error.failure };
    const outOfDisk = /ENOSPC|EDQUOT|EFBIG|No space left|write error|unable to write/i.test(error.message);
    return { ok: false, reason: outOfDisk ? 'disk' : 'image' };
  } finally {
    limit.end();
  }
}

/** A palette for a large image is searched for less thoroughly, because the search takes seconds for each million pixels. */
const THOROUGH_PIXELS = 4_000_000;

/** Encoding the stored image again removes its metadata. */
const ENCODED = {
  'image/jpeg': (image) => image.jpeg({ quality: 80 }),
  'image/png': (image, pixels) => image.png({ quality: 80, effort: pixels > THOROUGH_PIXELS ? 1 : 7 }),
  'image/webp': (image) => image.webp({ quality: 80 }),
  'image/tiff': (image) => image.tiff({ quality: 80 }),
  // More effort takes ten times as long, and saves a hundredth of the size.
  'image/avif': (image) => image.avif({ quality: 80, effort: 2 }),
};

const RESIZED = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/tiff': 'tiff',
  'image/gif': 'gif',
};

async function work({ path, type, target, formats, optimize, maxPixels }, limit) {
  const open = (pages = 1) =>
    sharp(path, { failOn: 'error', sequentialRead: true, limitInputPixels: maxPixels, pages });
  // The header alone: an image with too many pixels is never decoded.
  const header = await sharp(path, { limitInputPixels: false }).metadata();
  const { width, height, pages = 1, autoOrient } = header;
  const decoded = width * height * (type === 'image/tiff' ? pages : 1);
  if (decoded > maxPixels) throw new Refusal({ reason: 'pixels', pixels: decoded });
  limit.allow(decoded);

  const isStripped = optimize && isAnimated(type, pages);
  const isEncoded = optimize && !isStripped;
  // Without its metadata, the stored animation is not turned either.
  const turned = () => (isStripped ? open() : open().autoOrient());
  const source = isDecodedOnce(header) ? await pixelsOf(turned()) : turned;
  // Only reading the whole image shows that it is intact; decoding and encoding read it, too.
  if (!isEncoded && source === turned) await open().stats();
  const original = isEncoded
    ? await encoded({ open, source, type, pages, pixels: decoded, target })
    : isStripped && { width, height, ...(await stripped(path, type, target)) };
  const size = original || autoOrient;

  const made = [];
  for (const [name, box] of RESIZED[type] ? formats : []) {
    if (size.width <= box.width && size.height <= box.height) continue;
    const resized = source()
      .resize({ ...box, fit: 'inside' })
      .toFormat(RESIZED[type]);
    made.push({ name, ...(await written(resized, `${target}.${name}`)) });
  }
  return { width: size.width, height: size.height, formats: made, ...(original && { original }) };
}

/** The decoder of JPEG shrinks a larger image while it reads it, which is faster and needs less memory. */
const MAX_PIXELS_AT_ONCE = 4_500_000;

/** Whether all sizes are made of the same pixels. Colours of more than 8 bits would be lost. */
function isDecodedOnce({ width, height, depth, pages = 1 }) {
  return pages === 1 && depth === 'uchar' && width * height <= MAX_PIXELS_AT_ONCE;
}

/** Decodes an image, and gives a function that begins with its pixels. */
async function pixelsOf(image) {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return () => sharp(data, { raw: { width, height, channels } });
}

function isAnimated(type, pages) {
  return type === 'image/gif' || type === 'image/apng' || (type === 'image/webp' && pages > 1);
}

async function stripped(path, type, target) {
  const content = Buffer.concat(STRIPPED[type](await readFile(path)));
  await writeFile(target, content);
  return { path: target, size: content.length };
}

async function encoded({ open, source, type, pages, pixels, target }) {
  const isTiff = type === 'image/tiff';
  if (pages > 1 && !isTiff) throw new Refusal({ reason: 'metadata' });
  // All pages of a TIFF stay, below each other; sharp cannot turn them.
  const image = pages > 1 ? open(-1) : source();
  try {
    const { height, ...rest } = await written(ENCODED[type](image, pixels), target);
    return { ...rest, height: height / pages };
  } catch (error) {
    // The message about an image that breaks off is the one about a full disk, so reading it has to tell.
    await open().stats();
    throw error;
  }
}

async function written(image, path) {
  const { width, height, size } = await image.toFile(path);
  return { path, width, height, size };
}
