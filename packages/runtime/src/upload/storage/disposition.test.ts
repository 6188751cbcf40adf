import { expect, it } from 'vitest';

import { isActive, presentation } from './disposition.js';

it('parameters of a type do not count', () => {
  expect(presentation('video/mp4 ; codecs="a;b"')).toEqual({ type: 'video/mp4', disposition: 'inline' });
  expect(isActive('image/svg+xml;charset=utf-8')).toBe(true);
});

it('a type of millions of spaces is read once, because a second time for each would take hours', () => {
  const spaces = ' '.repeat(5_000_000);
  for (const type of [spaces, `image/png${spaces}x`, `image/png;${spaces}`]) expect(isActive(type)).toBe(false);
});
