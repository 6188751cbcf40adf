import { expect, test } from 'vitest';

import { allowing, changesOf } from '../../../../test/diff/states.js';

test('a rule that is new, gone or another is dangerous', async () => {
  const changes = await changesOf(
    allowing({ actions: ['find'] }),
    allowing({ actions: ['find'], where: { title: 'calm' } }),
  );
  expect(changes).toEqual(['row-rule-changed dangerous permissions.public.article.where']);
});

test('a rule of one action is dangerous', async () => {
  const changes = await changesOf(
    allowing({ actions: ['find'], whereTo: { find: { title: 'calm' } } }),
    allowing({ actions: ['find'], whereTo: { find: { title: 'sad' } } }),
  );
  expect(changes).toEqual(['row-rule-changed dangerous permissions.public.article.whereTo.find']);
});

test('a rule that is gone is dangerous, because the role sees more', async () => {
  const changes = await changesOf(allowing({ actions: ['find'], where: { title: 'calm' } }), allowing(['find']));
  expect(changes).toEqual(['row-rule-changed dangerous permissions.public.article.where']);
});
