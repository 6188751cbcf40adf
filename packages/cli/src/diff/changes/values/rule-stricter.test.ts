import { expect, test } from 'vitest';

import { article, changesOf } from '../../../../test/diff/states.js';

test('each rule that refuses more breaks clients', async () => {
  const changes = await changesOf(
    article({
      mood: { type: 'string' },
      size: { type: 'integer', min: 1, max: 9 },
      slug: { type: 'string', maxLength: 80 },
    }),
    article({
      mood: { type: 'string', regex: '^[a-z]+$', unique: true },
      size: { type: 'integer', min: 2, max: 8 },
      slug: { type: 'string', maxLength: 60, minLength: 2 },
    }),
  );
  expect(changes).toEqual([
    'rule-stricter breaking article.mood',
    'rule-stricter breaking article.size',
    'rule-stricter breaking article.slug',
  ]);
});

test('fewer types of files and fewer entries break clients', async () => {
  const changes = await changesOf(
    {
      seo: {},
      attributes: { cover: { type: 'media' }, list: { type: 'component', component: 'shared.seo', repeatable: true } },
    },
    {
      seo: {},
      attributes: {
        cover: { type: 'media', allowedTypes: ['images'] },
        list: { type: 'component', component: 'shared.seo', repeatable: true, max: 3 },
      },
    },
  );
  expect(changes).toEqual(['rule-stricter breaking article.cover', 'rule-stricter breaking article.list']);
});
