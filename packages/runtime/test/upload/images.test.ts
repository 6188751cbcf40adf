import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { animated, apng, header, heic, joined, noise, picture, withSecrets } from './samples.js';
import { type Reply, type Site, file, form, openSite } from './site.js';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

const stored = async (reply: Reply) => Buffer.from(await (await fetch(site.url + reply.body[0].url)).arrayBuffer());

async function expectNothing(at: Site): Promise<void> {
  expect([await at.stored(), (await at.leftovers()).staged]).toEqual([[], 0]);
}

describe('pixel bombs', () => {
  it.each([
    ['PNG', 'a.png', 'image/png', header('png', 12_000, 12_000)],
    ['PNG, wide', 'a.png', 'image/png', header('png', 1_000_000, 51)],
    ['GIF', 'a.gif', 'image/gif', header('gif', 12_000, 12_000)],
    ['WebP', 'a.webp', 'image/webp', header('webp', 16_383, 16_383)],
    ['JPEG', 'a.jpg', 'image/jpeg', header('jpeg', 30_000, 30_000)],
  ])('are refused by the header alone: %s', async (_format, name, type, content) => {
    const bombed = await openSite();
    try {
      const { status, body } = await bombed.upload([file(name, type, content)]);
      expect([status, body.error.name]).toEqual([400, 'ValidationError']);
      expect(body.error.message).toMatch(/^The image has \d+ pixels, and upload\.images\.maxPixels allows 50000000$/);
      await expectNothing(bombed);
    } finally {
      await bombed.close();
    }
  });

  it('are refused by the header of every page of a TIFF', async () => {
    const small = await openSite({ upload: { images: { maxPixels: 2000 } } });
    try {
      const tiff = await animated('tiff', 60, 40);
      const { body } = await small.upload([file('a.tiff', 'image/tiff', tiff)]);
      expect(body.error.message).toBe('The image has 7200 pixels, and upload.images.maxPixels allows 2000');
    } finally {
      await small.close();
    }
  });

  it('are refused at fewer pixels where each of them costs more', async () => {
    const small = await openSite({ upload: { images: { maxPixels: 5000 } } });
    try {
      const { status, body } = await small.upload([file('a.avif', 'image/avif', await withSecrets('avif'))]);
      expect([status, body.error.message]).toEqual([
        400,
        "The image has 2400 pixels, and upload.images.maxPixels allows 1000 of type 'image/avif'",
      ]);
    } finally {
      await small.close();
    }
  });

  it.each([true, false])(
    'are refused by the limit of the config, on every way in, with optimize %s',
    async (optimize) => {
      const small = await openSite({ upload: { optimize, images: { maxPixels: 2500 } } });
      try {
        const fits = await small.upload([file('a.png', 'image/png', await picture(50, 50))]);
        expect(fits.status).toBe(201);
        const large = file('a.png', 'image/png', await picture(50, 51));
        for (const path of ['/api/upload', `/api/upload?id=${fits.body[0].id}`]) {
          const { body } = await small.upload([large], path);
          expect(body.error).toMatchObject({
            status: 400,
            message: 'The image has 2550 pixels, and upload.images.maxPixels allows 2500',
          });
        }
        expect((await small.request(`/api/upload/files/${fits.body[0].id}`)).body).toMatchObject({
          width: 50,
          height: 50,
        });
      } finally {
        await small.close();
      }
    },
  );

  it('are not SVG images, because those are not decoded', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="20000" height="20000"/>';
    const { status, body } = await site.upload([file('a.svg', 'image/svg+xml', svg)]);
    expect(status).toBe(201);
    expect(body[0]).toMatchObject({ width: 20_000, height: 20_000, formats: null });
  });

  it.each([
    ['no size', '', null, null],
    ['a view box', 'viewBox="0 0 30 40"', 30, 40],
  ])(
    'are not SVG images of billions of shapes, because those are not drawn: %s',
    async (_what, size, width, height) => {
      const uses = (id: string) => `<use href="#${id}"/>`.repeat(10);
      const levels = Array.from({ length: 12 }, (_, n) => `<g id="g${n + 1}">${uses(`g${n}`)}</g>`).join('');
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size}><rect id="g0" width="1" height="1"/>${levels}</svg>`;
      const { status, body } = await site.upload([file('a.svg', 'image/svg+xml', svg)]);
      expect([status, body[0].width, body[0].height, body[0].formats]).toEqual([201, width, height, null]);
    },
  );
});

describe('the images of a client that has gone', () => {
  it('are forgotten, and others do not wait for them', async () => {
    const costly = await noise(2000, 1500);
    const leaving = new AbortController();
    const sent = Array.from({ length: 4 }, () => {
      const body = form([file('a.png', 'image/png', costly)]);
      return fetch(`${site.url}/api/upload`, { method: 'POST', body, signal: leaving.signal }).catch(() => 'gone');
    });
    const before = (await site.leftovers()).records;
    const staged = async () => (await site.leftovers()).staged;
    // Their content is there, and they wait for their formats.
    await expect.poll(staged, { timeout: 60_000 }).toBeGreaterThanOrEqual(4);
    leaving.abort();
    expect(await Promise.all(sent)).toEqual(Array(4).fill('gone'));
    expect((await site.upload([file('b.png', 'image/png', await picture(20, 20))])).status).toBe(201);
    await expect.poll(staged, { timeout: 60_000 }).toBe(0);
    expect((await site.leftovers()).records).toBe(before + 1);
  });
});

describe('metadata', () => {
  it.each([
    ['a JPEG', 'a.jpg', 'image/jpeg', () => withSecrets('jpeg')],
    ['a PNG', 'a.png', 'image/png', () => withSecrets('png')],
    ['a WebP', 'a.webp', 'image/webp', () => withSecrets('webp')],
    ['a TIFF', 'a.tiff', 'image/tiff', () => withSecrets('tiff')],
    ['an AVIF', 'a.avif', 'image/avif', () => withSecrets('avif')],
    ['a GIF', 'a.gif', 'image/gif', () => withSecrets('gif')],
    ['an animated WebP', 'a.webp', 'image/webp', () => animated('webp', 60, 40)],
    ['an animated GIF', 'a.gif', 'image/gif', () => animated('gif', 60, 40)],
    ['an animated PNG', 'a.png', 'image/png', () => apng(60, 40)],
    ['a TIFF with pages', 'a.tiff', 'image/tiff', () => animated('tiff', 60, 40)],
  ])('does not stay in %s', async (_what, name, type, sample) => {
    const sent = Buffer.from(await sample());
    expect(sent.includes('SECRET')).toBe(true);
    const before = await sharp(sent, { animated: true }).metadata();

    const reply = await site.upload([file(name, type, new Uint8Array(sent))]);
    expect(reply.status).toBe(201);
    const kept = await stored(reply);
    expect(kept.includes('SECRET')).toBe(false);
    const after = await sharp(kept, { animated: true, failOn: 'error' }).metadata();
    expect([after.exif, after.xmp, after.iptc]).toEqual([undefined, undefined, undefined]);
    expect([after.pages, after.delay, after.loop]).toEqual([before.pages, before.delay, before.loop]);
    expect([after.width, after.height]).toEqual([before.width, before.height]);
    expect(reply.body[0]).toMatchObject({ width: before.width, height: before.pageHeight ?? before.height });
    expect(Math.round(kept.length / 10) / 100).toBe(reply.body[0].size);
    await sharp(kept, { animated: true, failOn: 'error' }).raw().toBuffer();
  });

  it('leaves every frame of an animation as it was', async () => {
    for (const format of ['webp', 'gif'] as const) {
      const sent = await animated(format, 60, 40);
      const kept = await stored(await site.upload([file(`a.${format}`, `image/${format}`, sent)]));
      const frames = (content: Uint8Array) => sharp(content, { animated: true }).raw().toBuffer();
      expect((await frames(kept)).equals(await frames(sent))).toBe(true);
    }
  });

  it.each([
    ['HEIC', 'a.heic', 'image/heic', heic('heic')],
    ['HEIF', 'a.heif', 'image/heif', heic('mif1')],
    ['a HEIC sequence', 'a.heic', 'image/heic-sequence', heic('hevc')],
    ['HEIC with another name', 'a.jpg', 'image/jpeg', heic('heix')],
    ['JPEG XL', 'a.jxl', 'image/jxl', joined(new Uint8Array([0xff, 0x0a]), 'x'.repeat(40))],
    ['Photoshop', 'a.psd', 'image/vnd.adobe.photoshop', joined('8BPS', new Uint8Array(40))],
  ])('cannot be removed from %s, so it is refused', async (_what, name, type, content) => {
    const { status, body } = await site.upload([file(name, type, content)]);
    expect([status, body.error.name]).toEqual([400, 'ValidationError']);
    expect(body.error.message).toMatch(
      /^File type 'image\/[\w.-]+' is not allowed, because its metadata cannot be removed/,
    );
  });

  it('stays where the config says so', async () => {
    const asIs = await openSite({ upload: { optimize: false } });
    try {
      expect((await asIs.upload([file('a.heic', 'image/heic', heic('heic'))])).status).toBe(201);
      const sent = Buffer.from(await animated('webp', 60, 40));
      const { body } = await asIs.upload([file('a.webp', 'image/webp', new Uint8Array(sent))]);
      expect(Buffer.from(await (await fetch(asIs.url + body[0].url)).arrayBuffer()).equals(sent)).toBe(true);
    } finally {
      await asIs.close();
    }
  });

  it.each([
    ['a WebP frame that is longer than the file', 'webp', 30],
    ['a GIF that breaks off', 'gif', 40],
  ] as const)('is not looked for in %s', async (_what, format, missing) => {
    const sent = await animated(format, 60, 40);
    const cut = sent.slice(0, sent.length - missing);
    const { status, body } = await site.upload([file(`a.${format}`, `image/${format}`, cut)]);
    if (status !== 201) expect(body.error).toMatchObject({ status: 400, message: 'File is not a valid image' });
    expect([201, 400]).toContain(status);
  });
});
