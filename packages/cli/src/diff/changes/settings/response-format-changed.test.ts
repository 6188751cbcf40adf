import { expect, test } from 'vitest';

import { changesOf, configured } from '../../../../test/diff/states.js';

test('another format of responses breaks clients', async () => {
  const changes = await changesOf(
    configured({}),
    configured({
      api: { responses: 'strapi', cors: { origins: '*', credentials: false }, rest: { strictParams: true } },
    }),
  );
  expect(changes).toEqual(['response-format-changed breaking api.responses']);
});
