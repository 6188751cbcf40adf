import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';

import { localText, momentOf, timeOf } from './moments.js';

const own = process.env['TZ'];
afterEach(() => {
  if (own === undefined) delete process.env['TZ'];
  else process.env['TZ'] = own;
});

const zones = ['UTC', 'Europe/Berlin', 'America/St_Johns', 'Asia/Kathmandu', 'Pacific/Apia'];

test.each(zones)('a moment of any year is shown in %s as before when it was read back', (zone) => {
  process.env['TZ'] = zone;
  const moment = fc.date({ min: new Date('0001-01-02'), max: new Date('9999-12-30'), noInvalidDate: true });
  fc.assert(
    fc.property(moment, (date) => {
      const shown = localText(date.toISOString());
      // The end of summer time repeats an hour, so two moments can have one text.
      expect(localText(momentOf(shown))).toBe(shown);
      if (zone === 'UTC') expect(momentOf(shown)).toBe(date.toISOString());
    }),
  );
});

test('a time of a control becomes the time that the API writes', () => {
  expect(['09:30', '09:30:15', '09:30:15.5'].map(timeOf)).toEqual(['09:30:00.000', '09:30:15.000', '09:30:15.500']);
});
