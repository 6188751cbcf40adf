// Makes smaller images in a separate process: its memory does not count for the server, a malicious file that crashes
// the library ends no request, and its low priority leaves the processor to requests.
import process from 'node:process';

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

async function attempt(job) {
  try {
    return { ok: true, image: await work(job) };
  } catch (error) {
    const outOfDisk = /ENOSPC|No space left|write error|unable to write/i.test(error.message);
    return { ok: false, reason: outOfDisk ? 'disk' : 'image' };
  }
}

/** Encoding the stored image again removes its metadata. */
const OPTIMIZED = {
  jpeg: (image) => image.jpeg({ quality: 80 }),
  png: (image) => image.png({ quality: 80 }),
  webp: (image) => image.webp({ quality: 80 }),
  tiff: (image) => image.tiff({ quality: 80 }),
  heif: (image) => image.avif({ quality: 80 }),
};

const RESIZED = new Set(['jpeg', 'png', 'webp', 'tiff', 'gif']);

async function work({ path, target, formats, optimize }) {
  const open = () => sharp(path, { failOn: 'error', sequentialRead: true });
  const { format, pages = 1, autoOrient } = await open().metadata();
  // Only reading the whole image shows that it is intact.
  if (format !== 'svg') await open().stats();

  const stored = optimize && pages === 1 ? OPTIMIZED[format] : undefined;
  const original = stored && (await written(stored(open().autoOrient()), target));
  const { width, height } = original ?? autoOrient;

  const made = [];
  for (const [name, box] of RESIZED.has(format) ? formats : []) {
    if (width <= box.width && height <= box.height) continue;
    const image = open()
      .autoOrient()
      .resize({ ...box, fit: 'inside' })
      .toFormat(format);
    made.push({ name, ...(await written(image, `${target}.${name}`)) });
  }
  return { width, height, formats: made, ...(original && { original }) };
}

async function written(image, path) {
  const { width, height, size } = await image.toFile(path);
  return { path, width, height, size };
}
