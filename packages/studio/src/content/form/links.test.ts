import { expect, test } from 'vitest';

import { completedLink } from './links.js';

test.each([
  ['example.org', 'https://example.org'],
  [' www.łódź.pl/miasto?a=1#b ', 'https://www.łódź.pl/miasto?a=1#b'],
  ['localhost.test:8080/a', 'https://localhost.test:8080/a'],
  ['anna@example.org', 'mailto:anna@example.org'],
  ['/path', '/path'],
  ['http://localhost:1337', 'http://localhost:1337'],
  ['mailto:anna@example.org', 'mailto:anna@example.org'],
  ['tel:+4930123', 'tel:+4930123'],
])('%j leads to %j', (typed, address) => {
  expect(completedLink(typed)).toBe(address);
});

test.each(['', '  ', 'https://', 'boats', 'two words', 'javascript:alert(1)', 'data:text/html,x', '#top'])(
  '%j leads nowhere',
  (typed) => {
    expect(completedLink(typed)).toBeUndefined();
  },
);
