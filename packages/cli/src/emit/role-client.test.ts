import { expect, test } from 'vitest';

import { modelOf } from '../../test/model-of.js';
import { settings } from '../../test/sample-model.js';
import { partOf } from './role-client.js';

test('a role that writes drafts alone has the calls that write, and no call that publishes', async () => {
  const model = await modelOf({
    'content/article.json': { options: { draftAndPublish: true }, attributes: { title: { type: 'string' } } },
    'content/home.json': {
      kind: 'singleType',
      options: { draftAndPublish: true },
      attributes: { title: { type: 'string' } },
    },
  });
  const actions = ['find', 'findDraft', 'createDraft', 'updateDraft'];
  const { calls, model: part } = partOf(
    model,
    { ...settings, permissions: { writer: { article: actions, home: ['find', 'updateDraft'] } } },
    'writer',
  );
  expect(calls).toEqual([
    { name: 'articles', names: "'find' | 'findFirst' | 'count' | 'create' | 'update'" },
    { name: 'home', names: "'find' | 'update'" },
  ]);
  expect(part.contentTypes.map(({ attributes }) => attributes.map(({ writable }) => writable))).toEqual([
    [true],
    [true],
  ]);
});
