import { afterAll, beforeAll, expect, it } from 'vitest';

import { desk } from './fixtures/desk.js';
import { type Site, openSite } from './site.js';

let site: Site;
beforeAll(async () => {
  site = await openSite(desk);
});
afterAll(() => site.close());

it('a site of a test sends statements behind others, as production does, and notes them', async () => {
  await site.content.database.transaction(async (executor) => {
    const one = executor.rows('select 1 as one');
    expect(await executor.behind?.rows('select 2 as two')).toEqual([{ two: 2 }]);
    expect(await one).toEqual([{ one: 1 }]);
  });
  // The content may ask something of its own, too.
  expect(site.statements()).toEqual(expect.arrayContaining(['begin', 'commit', 'select 1 as one', 'select 2 as two']));
});
