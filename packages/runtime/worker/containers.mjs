// Removes metadata from animated images without encoding them again, which would take long and cost quality. Each
// function returns the parts of a file that stay. It throws if the file is not what it pretends to be.
import { Buffer } from 'node:buffer';

export const STRIPPED = { 'image/apng': strippedApng, 'image/gif': strippedGif, 'image/webp': strippedWebp };

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** The chunks that a browser needs to show the animation in the right colours. */
const PNG_CHUNKS = new Set(
  'IHDR PLTE IDAT IEND acTL fcTL fdAT tRNS gAMA cHRM sRGB iCCP cICP sBIT bKGD pHYs'.split(' '),
);

export function strippedApng(file) {
  if (!file.subarray(0, 8).equals(PNG_SIGNATURE)) throw new Error('No PNG signature');
  const kept = [PNG_SIGNATURE];
  for (let at = 8; ;) {
    const end = at + 12 + file.readUInt32BE(at);
    const type = file.toString('latin1', at + 4, at + 8);
    if (end > file.length) throw new Error('A PNG chunk is cut off');
    if (PNG_CHUNKS.has(type)) kept.push(file.subarray(at, end));
    if (type === 'IEND') return kept;
    at = end;
  }
}

const WEBP_CHUNKS = new Set(['VP8X', 'ICCP', 'ANIM', 'ANMF', 'ALPH', 'VP8 ', 'VP8L']);
const WEBP_FRAME_CHUNKS = new Set(['ALPH', 'VP8 ', 'VP8L']);
const WEBP_FRAME_HEADER = 16;
/** The flags of VP8X that announce EXIF and XMP. */
const WEBP_METADATA_FLAGS = 0b1100;

export function strippedWebp(file) {
  if (file.toString('latin1', 0, 4) !== 'RIFF' || file.toString('latin1', 8, 12) !== 'WEBP') {
    throw new Error('No WebP signature');
  }
  const end = Math.min(file.length, 8 + file.readUInt32LE(4));
  const kept = riffChunks(file.subarray(12, end), WEBP_CHUNKS).flatMap(([type, content]) => {
    if (type === 'VP8X') return riffChunk(type, [withoutFlags(content)]);
    if (type !== 'ANMF') return riffChunk(type, [content]);
    const frames = riffChunks(content.subarray(WEBP_FRAME_HEADER), WEBP_FRAME_CHUNKS);
    const images = frames.flatMap(([name, image]) => riffChunk(name, [image]));
    return riffChunk(type, [content.subarray(0, WEBP_FRAME_HEADER), ...images]);
  });
  return riffChunk('RIFF', [Buffer.from('WEBP'), ...kept]);
}

function riffChunks(bytes, wanted) {
  const chunks = [];
  for (let at = 0; at + 8 <= bytes.length;) {
    const [type, size] = [bytes.toString('latin1', at, at + 4), bytes.readUInt32LE(at + 4)];
    if (at + 8 + size > bytes.length) throw new Error('A WebP chunk is cut off');
    if (wanted.has(type)) chunks.push([type, bytes.subarray(at + 8, at + 8 + size)]);
    // Chunks have an even length.
    at += 8 + size + (size % 2);
  }
  return chunks;
}

function riffChunk(type, parts) {
  const size = parts.reduce((sum, part) => sum + part.length, 0);
  const head = Buffer.alloc(8);
  head.write(type, 'latin1');
  head.writeUInt32LE(size, 4);
  return [head, ...parts, Buffer.alloc(size % 2)];
}

function withoutFlags(content) {
  const copy = Buffer.from(content);
  copy[0] &= ~WEBP_METADATA_FLAGS;
  return copy;
}

const GIF = { image: 0x2c, extension: 0x21, trailer: 0x3b, padding: 0x00 };
const GIF_CONTROL = 0xf9;
const GIF_APPLICATION = 0xff;
/** The applications whose blocks tell how often the animation runs. */
const GIF_LOOPS = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0']);

export function strippedGif(file) {
  if (!/^GIF8[79]a$/.test(file.toString('latin1', 0, 6))) throw new Error('No GIF signature');
  const start = 13 + paletteSize(file[10]);
  const kept = [file.subarray(0, start)];
  for (let at = start; at < file.length;) {
    const kind = file[at];
    // Some encoders write more zeros than they need, and some no trailer.
    if (kind === GIF.trailer) break;
    const end = kind === GIF.padding ? at + 1 : blockEnd(file, at, kind);
    if (kind === GIF.image || (kind === GIF.extension && isNeeded(file, at))) kept.push(file.subarray(at, end));
    at = end;
  }
  return [...kept, Buffer.from([GIF.trailer])];
}

function paletteSize(flags) {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

function blockEnd(file, at, kind) {
  if (kind === GIF.extension) return pastSubBlocks(file, at + 2);
  if (kind === GIF.image) return pastSubBlocks(file, at + 11 + paletteSize(file[at + 9]));
  throw new Error('Unknown GIF block');
}

function pastSubBlocks(file, start) {
  let at = start;
  while (file[at] > 0) at += file[at] + 1;
  if (at >= file.length) throw new Error('A GIF block is cut off');
  return at + 1;
}

function isNeeded(file, at) {
  const label = file[at + 1];
  if (label !== GIF_APPLICATION) return label === GIF_CONTROL;
  return GIF_LOOPS.has(file.toString('latin1', at + 3, at + 14));
}
