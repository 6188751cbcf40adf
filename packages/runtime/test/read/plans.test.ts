import postgres from 'postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { type Site, openSite } from './site.js';

let site: Site;
beforeAll(async () => {
  site = await openSite();
  await site.database.rows(`
    with d as (insert into cg_documents (id, type) select 'a' || lpad(n::text, 23, '0'), 'article' from generate_series(1, 5000) n returning id)
    insert into articles (document_id, locale, cg_status, published_at, title, slug)
    select d.id, 'en', s.status, now(), 't', 'slug-' || right(d.id, 4)::int from d cross join (values ('draft'), ('published')) s(status)`);
  await site.database.rows('analyze articles');
});
afterAll(() => site.close());

it('a lookup by a unique attribute uses its index, and a generic plan', async () => {
  for (let number = 1; number <= 12; number++) {
    const { body } = await site.get(`/api/articles?filters[slug][$eq]=slug-${number}&fields=slug`);
    expect(body.data).toMatchObject([{ slug: `slug-${number}` }]);
  }
  const plans = await site.database.rows<{ generic: number }>(
    `select generic_plans::int as generic from pg_prepared_statements where statement like '%slug%'`,
  );
  expect(plans).toEqual([{ generic: expect.toSatisfy((count: number) => count > 0) }]);
  expect((await site.get('/api/articles?filters[slug][$eq]=')).body.meta.pagination.total).toBe(0);
});

it('a list that leaves the count to another request keeps its generic plan', async () => {
  site.statements();
  await site.get('/api/articles?fields=slug');
  const [text] = site.statements();
  const session = postgres(site.url, { max: 1 });
  try {
    await session.unsafe(`prepare list as ${text}`);
    for (let number = 1; number <= 12; number++) await session.unsafe(`execute list('en', '', 0, false, 25)`);
    // The driver has prepared statements of its own.
    const [plans] = await session.unsafe(
      `select generic_plans::int as generic from pg_prepared_statements where name = 'list'`,
    );
    expect(plans?.['generic']).toBeGreaterThan(0);
  } finally {
    await session.end();
  }
});
