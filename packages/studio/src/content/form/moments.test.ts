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
      expect(momentOf(shown, date.toISOString())).toBe(date.toISOString());
    }),
  );
});

test('a time in the hour that the end of summer time repeats stays in the half that it was in', () => {
  process.env['TZ'] = 'Europe/Berlin';
  for (const hour of ['00', '01']) {
    const before = `2026-10-25T${hour}:30:00.000Z`;
    expect(localText(before)).toBe('2026-10-25T02:30');
    expect(momentOf('2026-10-25T02:45', before)).toBe(`2026-10-25T${hour}:45:00.000Z`);
    expect(momentOf('2026-10-24T12:00', before)).toBe('2026-10-24T10:00:00.000Z');
    expect(momentOf('2026-12-24T12:00', before)).toBe('2026-12-24T11:00:00.000Z');
  }
});

test('a time of a control becomes the time that the API writes', () => {
  expect(['09:30', '09:30:15', '09:30:15.5'].map(timeOf)).toEqual(['09:30:00.000', '09:30:15.000', '09:30:15.500']);
});
