import { expect, test } from 'vitest';

import { changesOf } from '../../../../test/diff/states.js';

test('another name of a component is breaking', async () => {
  const changes = await changesOf(
    { seo: { slogan: { type: 'string' } } },
    {
      attributes: { seo: { type: 'component', component: 'shared.meta' } },
      files: {
        'content/components/shared/meta.json': {
          renamedFrom: 'shared.seo',
          attributes: { slogan: { type: 'string' } },
        },
      },
    },
  );
  expect(changes).toEqual(['component-renamed breaking shared.meta']);
});
