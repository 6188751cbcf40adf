import { expect, test } from 'vitest';

import { changesOf } from '../../../../test/diff/states.js';

test('a relation to another type breaks clients', async () => {
  const changes = await changesOf(
    {
      attributes: { next: { type: 'relation', relation: 'manyToOne', target: 'article' } },
      files: { 'content/tag.json': { attributes: { name: { type: 'string' } } } },
    },
    {
      attributes: { next: { type: 'relation', relation: 'manyToOne', target: 'tag' } },
      files: { 'content/tag.json': { attributes: { name: { type: 'string' } } } },
    },
  );
  expect(changes).toEqual(['relation-target-changed breaking article.next']);
});

test('a relation to a type with a new name has the same target', async () => {
  const changes = await changesOf(
    {
      attributes: { next: { type: 'relation', relation: 'manyToOne', target: 'tag' } },
      files: { 'content/tag.json': { attributes: { name: { type: 'string' } } } },
    },
    {
      attributes: { next: { type: 'relation', relation: 'manyToOne', target: 'label' } },
      files: {
        'content/label.json': {
          info: { pluralName: 'tags' },
          renamedFrom: 'tag',
          attributes: { name: { type: 'string' } },
        },
      },
    },
  );
  expect(changes).toEqual([]);
});
