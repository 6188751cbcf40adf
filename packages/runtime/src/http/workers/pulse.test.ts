import fc from 'fast-check';
import { expect, it } from 'vitest';

import { Pulse, pulseMs } from './pulse.js';

it('a process is blocked when it has not answered the last five questions, and only then', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 100 }), (answers) => {
      const pulse = new Pulse();
      for (const isAnswered of answers) {
        pulse.asked();
        if (isAnswered) pulse.answered();
      }
      expect(pulse.isBlocked).toBe(answers.length >= 5 && !answers.slice(-5).includes(true));
    }),
  );
});

it('a limit that is no time in which processes answer is refused', () => {
  expect(pulseMs(30_000)).toBe(6_000);
  expect(pulseMs(false)).toBeUndefined();
  for (const wrong of [0, 999, -1, Infinity, NaN])
    expect(() => pulseMs(wrong)).toThrow(`blockedMs must be false or a number from 1000 to 86400000, not ${wrong}`);
});
