import fc from 'fast-check';
import { expect, it } from 'vitest';

import { inspect } from './inspection.js';

async function inspected(chunks: readonly Buffer[]) {
  const inspection = inspect();
  inspection.inspector.resume();
  for (const chunk of chunks) inspection.inspector.write(chunk);
  await new Promise<void>((resolve) => inspection.inspector.end(() => resolve()));
  await new Promise<void>((resolve) =>
    inspection.inspector.readableEnded ? resolve() : inspection.inspector.once('end', resolve),
  );
  return inspection;
}

const archiveEnd = Buffer.from('504b0506000000000100010000000000000000000000', 'hex');

it('the inspection finds the same for any split of the bytes', async () => {
  const piece = fc.oneof(
    fc.uint8Array({ maxLength: 40 }),
    fc
      .constantFrom('<script>', '<ScRiPt ', '<html>', '<?php ', '<!DOCTYPE html>', '<s', '\0')
      .map((text) => Buffer.from(text)),
    fc.constant(archiveEnd),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(piece, { maxLength: 12 }),
      fc.array(fc.nat(300), { maxLength: 12 }),
      async (pieces, cuts) => {
        const whole = Buffer.concat(pieces);
        const at = [...new Set([0, ...cuts.filter((cut) => cut < whole.length), whole.length])].sort((a, b) => a - b);
        const parts = at.slice(1).map((end, index) => whole.subarray(at[index], end));
        const [one, many] = await Promise.all([inspected([whole]), inspected(parts)]);
        expect(many.size()).toBe(whole.length);
        expect(many.hasZero()).toBe(whole.includes(0));
        expect(many.markupAt()).toBe(one.markupAt());
        expect(many.endsAsArchive()).toBe(one.endsAsArchive());
      },
    ),
  );
});

it('the inspection finds markup at the start, and the end of an archive after any bytes', async () => {
  const found = await inspected([
    Buffer.alloc(100_000, 1),
    Buffer.from('<scr'),
    Buffer.from('ipt>'),
    archiveEnd,
    Buffer.from('tail'),
  ]);
  expect(found.markupAt()).toBe(100_000);
  expect(found.endsAsArchive()).toBe(true);
  const clean = await inspected([Buffer.from('PK\x05\x06'), Buffer.alloc(100, 7)]);
  expect([clean.markupAt(), clean.endsAsArchive()]).toEqual([Infinity, false]);
});
