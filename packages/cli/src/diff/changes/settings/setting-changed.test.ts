import { expect, test } from 'vitest';

import { changesOf, configured } from '../../../../test/diff/states.js';

test('settings of users and files are dangerous, or breaking where something is refused', async () => {
  const changes = await changesOf(
    configured({}),
    configured({
      users: { mailFrom: 'a@b.test', emailConfirmation: true },
      upload: { optimize: false, allowedTypes: ['image/*'] },
    }),
  );
  expect(changes).toEqual([
    'setting-changed dangerous users.mailFrom',
    'setting-changed breaking users.emailConfirmation',
    'setting-changed dangerous upload.optimize',
    'setting-changed breaking upload.allowedTypes',
  ]);
});

test('unknown parameters that are ignored from now on are dangerous', async () => {
  const changes = await changesOf(configured({}), configured({ api: { rest: { strictParams: false } } }));
  expect(changes).toEqual(['setting-changed dangerous api.rest.strictParams']);
});
