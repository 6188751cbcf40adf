import { expect, test } from 'vitest';

import { allowing, changesOf } from '../../../../test/diff/states.js';

test('an attribute that the role does not read any more breaks it', async () => {
  const changes = await changesOf(allowing(['find']), allowing({ actions: ['find'], readable: ['title'] }));
  expect(changes).toEqual(['field-right-removed breaking permissions.public.article.text']);
});

test('an attribute that becomes private is a change of the attribute alone', async () => {
  const changes = await changesOf(
    { attributes: { text: { type: 'text' } }, config: { permissions: { public: { article: ['find'] } } } },
    {
      attributes: { text: { type: 'text', private: true } },
      config: { permissions: { public: { article: ['find'] } } },
    },
  );
  expect(changes).toEqual(['attribute-hidden breaking article.text']);
});

test('a relation whose target the role cannot find any more breaks the role', async () => {
  const files = { 'content/tag.json': { attributes: { name: { type: 'string' } } } };
  const attributes = { tag: { type: 'relation', relation: 'manyToOne', target: 'tag' } };
  const state = (tag: readonly string[]) => ({
    attributes,
    files,
    config: { permissions: { public: { article: ['find'], tag } } },
  });
  expect(await changesOf(state(['find', 'findOne']), state(['findOne']))).toEqual([
    'action-removed breaking permissions.public.tag',
    'field-right-removed breaking permissions.public.article.tag',
  ]);
});
