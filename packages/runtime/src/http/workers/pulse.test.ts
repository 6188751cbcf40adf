import fc from 'fast-check';
import { expect, it } from 'vitest';

import { Pulse, pulseMs } from './pulse.js';

it('a process is blocked when its last five beats have not come, and only then', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 100 }), (beats) => {
      const pulse = new Pulse();
      for (const hasBeaten of beats) {
        pulse.wait();
        if (hasBeaten) pulse.beat();
      }
      expect(pulse.isBlocked).toBe(beats.length >= 5 && !beats.slice(-5).includes(true));
    }),
  );
});

it('a limit that is no time in which processes beat is refused', () => {
  expect(pulseMs(30_000)).toBe(6_000);
  expect(pulseMs(false)).toBeUndefined();
  for (const wrong of [0, 999, -1, Infinity, NaN])
    expect(() => pulseMs(wrong)).toThrow(`blockedMs must be false or a number from 1000 to 86400000, not ${wrong}`);
});
