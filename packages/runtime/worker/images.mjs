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

async function attempt(job) {
  try {
    return { ok: true, image: await work(job) };
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, ...error.failure };
    const outOfDisk = /ENOSPC|EDQUOT|EFBIG|No space left|write error|unable to write/i.test(error.message);
    return { ok: false, reason: outOfDisk ? 'disk' : 'image' };
  }
}

/** Encoding the stored image again removes its metadata. */
const ENCODED = {
  'image/jpeg': (image) => image.jpeg({ quality: 80 }),
  'image/png': (image) => image.png({ quality: 80 }),
  'image/webp': (image) => image.webp({ quality: 80 }),
  'image/tiff': (image) => image.tiff({ quality: 80 }),
  'image/avif': (image) => image.avif({ quality: 80 }),
};

const RESIZED = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/tiff': 'tiff',
  'image/gif': 'gif',
};

async function work({ path, type, target, formats, optimize, maxPixels }) {
  const open = (pages = 1) =>
    sharp(path, { failOn: 'error', sequentialRead: true, limitInputPixels: maxPixels, pages });
  // The header alone: an image with too many pixels is never decoded.
  const header = await sharp(path, { limitInputPixels: false }).metadata();
  const { width, height, pages = 1, autoOrient } = header;
  if (type === 'image/svg+xml') return { ...autoOrient, formats: [] };
  const decoded = width * height * (type === 'image/tiff' ? pages : 1);
  if (decoded > maxPixels) throw new Refusal({ reason: 'pixels', pixels: decoded });

  const isStripped = optimize && isAnimated(type, pages);
  const isEncoded = optimize && !isStripped;
  // Without its metadata, the stored animation is not turned either.
  const turned = () => (isStripped ? open() : open().autoOrient());
  const source = isDecodedOnce(header) ? await pixelsOf(turned()) : turned;
  // Only reading the whole image shows that it is intact; decoding and encoding read it, too.
  if (!isEncoded && source === turned) await open().stats();
  const original = isEncoded
    ? await encoded(open, source, type, pages, target)
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

async function encoded(open, source, type, pages, target) {
  const isTiff = type === 'image/tiff';
  if (pages > 1 && !isTiff) throw new Refusal({ reason: 'metadata' });
  // All pages of a TIFF stay, below each other; sharp cannot turn them.
  const image = pages > 1 ? open(-1) : source();
  try {
    const { height, ...rest } = await written(ENCODED[type](image), target);
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
