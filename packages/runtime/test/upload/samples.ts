import sharp from 'sharp';

export type Bytes = Uint8Array<ArrayBuffer>;

/** Images made for the occasion, so that no binary has to be kept. */
export async function picture(
  width: number,
  height: number,
  format: 'png' | 'jpeg' | 'gif' | 'webp' = 'png',
): Promise<Bytes> {
  const image = sharp({ create: { width, height, channels: 3, background: { r: 200, g: 30, b: 30 } } });
  return new Uint8Array(await image.toFormat(format).toBuffer());
}

/** One that does not get smaller by encoding it. */
export async function noise(width: number, height: number, format: 'png' | 'jpeg' = 'png'): Promise<Bytes> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const image = sharp({ create: { width, height, channels: 3, background: 'gray', noise } });
  return new Uint8Array(await image.toFormat(format).toBuffer());
}

export const pdf = '%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n';

/** An archive of one empty file called `a`. */
export const zip: Bytes = Buffer.from(
  '504b0304140000000000000000000000000000000000000000000100000061' +
    '504b01021400140000000000000000000000000000000000000000000100000000000000000000000000000000' +
    '0061504b050600000000010001002f0000001f0000000000',
  'hex',
);

/** One thing after the other. */
export function joined(...parts: readonly (string | Uint8Array)[]): Bytes {
  return new Uint8Array(Buffer.concat(parts.map((part) => Buffer.from(part as string))));
}

const exif = { IFD0: { Copyright: 'SECRET' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } };
const xmp = '<x:xmpmeta xmlns:x="adobe:ns:meta/">SECRET place</x:xmpmeta>';

/** An image with the place where it was taken. */
export async function withSecrets(format: 'jpeg' | 'png' | 'webp' | 'tiff' | 'avif' | 'gif'): Promise<Bytes> {
  const image = sharp(await picture(60, 40))
    .withExif(exif)
    .withXmp(xmp);
  const content = new Uint8Array(await image.toFormat(format).toBuffer());
  return format === 'gif' ? gifWithSecrets(content) : content;
}

/** Three frames, or pages, with the place where they were taken. */
export async function animated(format: 'webp' | 'gif' | 'tiff', width: number, height: number): Promise<Bytes> {
  const colours = [10, 120, 230].map((r) =>
    sharp({ create: { width, height, channels: 3, background: { r, g: 9, b: 9 } } }),
  );
  const frames = await Promise.all(colours.map((frame) => frame.png().toBuffer()));
  const image = sharp(frames, { join: { animated: true } })
    .withExif(exif)
    .withXmp(xmp);
  const options = format === 'tiff' ? {} : { loop: 3, delay: [100, 200, 300] };
  const content = new Uint8Array(await image.toFormat(format, options).toBuffer());
  return format === 'gif' ? gifWithSecrets(content) : content;
}

/** sharp writes no metadata into GIF: a comment, XMP, and bytes behind the end are added here. */
function gifWithSecrets(gif: Bytes): Bytes {
  const start = 13 + (gif[10]! & 0x80 ? 3 * 2 ** ((gif[10]! & 7) + 1) : 0);
  const block = (text: string) => joined(new Uint8Array([text.length]), text);
  const comment = joined(new Uint8Array([0x21, 0xfe]), block('SECRET'), new Uint8Array(1));
  const application = joined(new Uint8Array([0x21, 0xff]), block('XMP DataXMP'), block(xmp), new Uint8Array(1));
  return joined(gif.subarray(0, start), comment, application, gif.subarray(start), 'SECRET');
}

/** Two frames of a PNG, with text and EXIF data. */
export async function apng(width: number, height: number): Promise<Bytes> {
  const png = Buffer.from(await picture(width, height));
  const chunks = pngChunks(png);
  const image = Buffer.concat(chunks.filter(([type]) => type === 'IDAT').map(([, data]) => data));
  const control = (sequence: number) => {
    const data = Buffer.alloc(26);
    data.writeUInt32BE(sequence, 0);
    data.writeUInt32BE(width, 4);
    data.writeUInt32BE(height, 8);
    data.writeUInt16BE(1, 20);
    data.writeUInt16BE(10, 22);
    return pngChunk('fcTL', data);
  };
  const [header] = chunks.filter(([type]) => type === 'IHDR').map(([, data]) => data);
  return joined(
    png.subarray(0, 8),
    pngChunk('IHDR', header!),
    pngChunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0])),
    pngChunk('tEXt', Buffer.from('Comment\0SECRET')),
    pngChunk('eXIf', Buffer.from('MM\0*\0\0\0\x08\0\0 SECRET', 'latin1')),
    control(0),
    pngChunk('IDAT', image),
    control(1),
    pngChunk('fdAT', Buffer.concat([Buffer.from([0, 0, 0, 2]), image])),
    pngChunk('iTXt', Buffer.from('XML:com.adobe.xmp\0\0\0\0\0SECRET')),
    pngChunk('IEND', Buffer.alloc(0)),
    'SECRET',
  );
}

function pngChunks(png: Buffer): readonly (readonly [type: string, data: Buffer])[] {
  const chunks: [string, Buffer][] = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const end = at + 8 + png.readUInt32BE(at);
    chunks.push([png.toString('latin1', at + 4, at + 8), png.subarray(at + 8, end)]);
  }
  return chunks;
}

function pngChunk(type: string, data: Uint8Array): Bytes {
  const content = joined(type, data);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(content));
  return joined(length, content, sum);
}

function crc32(bytes: Uint8Array): number {
  let sum = ~0;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}

/** A file that claims a size and has no pixels. */
export function header(format: 'png' | 'gif' | 'webp' | 'jpeg', width: number, height: number): Bytes {
  const bytes = Buffer.alloc(64);
  switch (format) {
    case 'png': {
      const data = Buffer.alloc(13);
      data.writeUInt32BE(width, 0);
      data.writeUInt32BE(height, 4);
      data.set([8, 2], 8);
      const empty = Buffer.from('789c030000000001', 'hex');
      return joined(
        Buffer.from('89504e470d0a1a0a', 'hex'),
        pngChunk('IHDR', data),
        pngChunk('IDAT', empty),
        pngChunk('IEND', Buffer.alloc(0)),
      );
    }
    case 'gif':
      bytes.write('GIF89a', 'latin1');
      bytes.writeUInt16LE(width, 6);
      bytes.writeUInt16LE(height, 8);
      bytes.set([0x80, 0, 0, 0, 0, 0, 255, 255, 255, 0x2c, 0, 0, 0, 0], 10);
      bytes.writeUInt16LE(width, 24);
      bytes.writeUInt16LE(height, 26);
      bytes.set([0, 2, 2, 0x44, 1, 0, 0x3b], 28);
      return new Uint8Array(bytes.subarray(0, 35));
    case 'webp':
      bytes.write('RIFF', 'latin1');
      bytes.writeUInt32LE(56, 4);
      bytes.write('WEBPVP8L', 8, 'latin1');
      bytes.writeUInt32LE(44, 16);
      bytes[20] = 0x2f;
      bytes.writeUInt32LE(((width - 1) | ((height - 1) << 14)) >>> 0, 21);
      return new Uint8Array(bytes);
    case 'jpeg':
      bytes.set([0xff, 0xd8, 0xff, 0xc0, 0, 17, 8], 0);
      bytes.writeUInt16BE(height, 7);
      bytes.writeUInt16BE(width, 9);
      bytes.set([3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0, 0xff, 0xda, 0, 12, 3, 1, 0, 2, 0, 3, 0, 0, 63, 0], 11);
      return new Uint8Array(bytes);
  }
}

/** The beginning of a file in the HEIF container, with the place where it was taken. */
export function heic(brand: 'heic' | 'heix' | 'hevc' | 'mif1'): Bytes {
  const head = Buffer.from('\0\0\0\x18ftyp', 'latin1');
  return joined(head, brand, Buffer.from('\0\0\0\0mif1heic', 'latin1'), 'Exif SECRET', new Uint8Array(64));
}
