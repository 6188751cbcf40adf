import { expect, test } from 'vitest';

import { article, changesOf } from '../../../../test/diff/states.js';

test('one file that becomes a list breaks clients', async () => {
  const changes = await changesOf(
    article({ cover: { type: 'media' } }),
    article({ cover: { type: 'media', multiple: true } }),
  );
  expect(changes).toEqual(['multiplicity-changed breaking article.cover']);
});

test('a list of relations or entries that becomes one breaks clients', async () => {
  const changes = await changesOf(
    {
      seo: {},
      attributes: {
        list: { type: 'component', component: 'shared.seo', repeatable: true },
        next: { type: 'relation', relation: 'manyToMany', target: 'article' },
      },
    },
    {
      seo: {},
      attributes: {
        list: { type: 'component', component: 'shared.seo' },
        next: { type: 'relation', relation: 'manyToOne', target: 'article' },
      },
    },
  );
  expect(changes).toEqual(['multiplicity-changed breaking article.list', 'multiplicity-changed breaking article.next']);
});
