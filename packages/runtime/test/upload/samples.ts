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
