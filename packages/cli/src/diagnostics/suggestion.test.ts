import { expect, test } from 'vitest';

import { suggest } from './suggestion.js';

test.each([
  ['titel', 'title'],
  ['maxlength', 'maxLength'],
  ['requird', 'required'],
  ['permisions', 'permissions'],
])('%s is a misspelling of %s', (written, meant) => {
  const candidates = ['title', 'maxLength', 'required', 'permissions', 'private'];
  expect(suggest(written, candidates)).toBe(`did you mean "${meant}"?`);
});

test.each(['through', 'colour', 'x', 'shared.quote'])('%s gets no suggestion', (written) => {
  expect(suggest(written, ['title', 'target', 'enum', 'shared.seo'])).toBeUndefined();
});
