import { expect, test } from 'vitest';

import { changesOf } from '../../../../test/diff/states.js';

test('a list that another attribute stores from now on is dangerous', async () => {
  const changes = await changesOf(
    {
      files: {
        'content/tag.json': {
          attributes: { articles: { type: 'relation', relation: 'oneToMany', target: 'article' } },
        },
      },
    },
    {
      attributes: { tag: { type: 'relation', relation: 'manyToOne', target: 'tag', inversedBy: 'articles' } },
      files: {
        'content/tag.json': {
          attributes: { articles: { type: 'relation', relation: 'oneToMany', target: 'article', mappedBy: 'tag' } },
        },
      },
    },
  );
  expect(changes).toEqual(['attribute-added safe article.tag', 'relation-order-changed dangerous tag.articles']);
});
