import fc from 'fast-check';
import { expect, test } from 'vitest';

import { eventReader } from './event-stream.js';

test('events are read in any pieces, and comments are skipped', () => {
  const event = fc.record({
    name: fc.stringMatching(/^[a-z]{1,8}$/),
    data: fc.jsonValue().map((value) => JSON.stringify(value)),
  });
  fc.assert(
    fc.property(fc.array(event), fc.array(fc.nat({ max: 20 })), (events, cuts) => {
      const text = events.map(({ name, data }) => `event: ${name}\ndata: ${data}\n\n: still here\n\n`).join('');
      const read = eventReader();
      const found = [];
      let from = 0;
      for (const length of [...cuts, text.length]) {
        found.push(...read(text.slice(from, from + length)));
        from += length;
      }
      expect(found).toEqual(events);
    }),
  );
});
