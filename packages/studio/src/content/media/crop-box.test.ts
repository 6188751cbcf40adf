import fc from 'fast-check';
import { expect, test } from 'vitest';

import { type Box, type Corner, type CropSize, inside, resized, withRatio } from './crop-box.js';

const size = fc.record({ width: fc.integer({ min: 1, max: 5_000 }), height: fc.integer({ min: 1, max: 5_000 }) });
const number = fc.double({ min: -1e4, max: 1e4, noNaN: true });
const box = fc.record({ x: number, y: number, width: number, height: number });
const side = fc.constantFrom(-1 as const, 1 as const);
const corner: fc.Arbitrary<Corner> = fc.record({ left: side, top: side });
const ratio = fc.constantFrom(undefined, 1, 4 / 3, 16 / 9, 9 / 16);

function expectInside({ x, y, width, height }: Box, image: CropSize): void {
  for (const each of [x, y, width, height]) expect(Number.isInteger(each)).toBe(true);
  expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(1);
  expect(x + width).toBeLessThanOrEqual(image.width);
  expect(y + height).toBeLessThanOrEqual(image.height);
}

test('a box stays inside of its image, however it is moved and resized', () => {
  fc.assert(
    fc.property(size, box, corner, number, number, ratio, (image, wanted, which, width, height, as) => {
      const first = inside(wanted, image);
      expectInside(first, image);
      expectInside(withRatio(first, as, image), image);
      expectInside(resized(first, which, { width, height }, as, image), image);
    }),
  );
});

test('the corner across from the one that moves stays', () => {
  const image = { width: 100, height: 100 };
  const first = { x: 20, y: 30, width: 40, height: 40 };
  const by = { width: -10, height: -5 };
  expect(resized(first, { left: 1, top: 1 }, by, undefined, image)).toEqual({ x: 20, y: 30, width: 30, height: 35 });
  expect(resized(first, { left: -1, top: -1 }, by, undefined, image)).toEqual({ x: 10, y: 25, width: 50, height: 45 });
});

test('a ratio takes the largest part around the middle', () => {
  const image = { width: 200, height: 100 };
  expect(withRatio({ x: 0, y: 0, ...image }, 1, image)).toEqual({ x: 50, y: 0, width: 100, height: 100 });
});
