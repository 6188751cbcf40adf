import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { type Person, register } from '../harness/people.js';
import { PATIENCE_MS, everySequence, runs } from '../harness/property.js';
import { FULL, type Site, openSite } from './site.js';

/** Each role has a rule of its own: one sees the rows it owns, the other rows with stars. */
let site: Site;
let owner: Person;
let critic: Person;

beforeAll(async () => {
  site = await openSite({
    permissions: {
      public: { auth: ['register'] },
      authenticated: { restaurant: { actions: '*', where: { owner: '$caller' } }, user: ['find'] },
      critic: {
        restaurant: { actions: '*', where: { $or: [{ stars: { $gt: 2 } }, { name: { $startsWith: 'x' } }] } },
        user: ['find'],
      },
    },
  });
  owner = await register(site, 'owner');
  critic = await register(site, 'critic', 'critic');
});
afterAll(() => site.close());

interface Row {
  name: string;
  stars: number | null;
  owner: 'owner' | 'critic' | null;
}

const fields = fc.record(
  {
    name: fc.constantFrom('a', 'b', 'xa', 'xb'),
    stars: fc.option(fc.integer({ min: 0, max: 5 })),
    owner: fc.constantFrom('owner' as const, 'critic' as const, null),
  },
  { requiredKeys: ['name'] },
);
const who = fc.constantFrom('owner' as const, 'critic' as const);
const place = fc.nat({ max: 6 });
const operation = fc.oneof(
  fc.record({ kind: fc.constant('create' as const), who, data: fields }),
  fc.record({ kind: fc.constant('update' as const), who, place, data: fields, draft: fc.boolean() }),
  fc.record({ kind: fc.constant('remove' as const), who, place }),
  fc.record({ kind: fc.constant('show' as const), who, place, draft: fc.boolean() }),
  fc.record({ kind: fc.constant('list' as const), who, stars: fc.integer({ min: 0, max: 5 }) }),
);

const mine = {
  owner: (row: Row) => row.owner === 'owner',
  critic: (row: Row) => (row.stars ?? 0) > 2 || row.name.startsWith('x'),
};

const clean = () => site.test.rows(`delete from cg_documents where type = 'restaurant'`);

it('a caller never reads or writes what its row rule excludes', { timeout: PATIENCE_MS }, async () => {
  const tokens = { owner: owner.token, critic: critic.token };
  const people = { owner: owner.documentId, critic: critic.documentId };
  const bodyOf = (data: Partial<Row>) => ({
    data: { ...data, ...(data.owner ? { owner: people[data.owner] } : 'owner' in data ? { owner: null } : {}) },
  });

  await everySequence(operation, { runs: runs.rowRules, from: 3, to: 14 }, async (operations) => {
    await clean();
    /** Both versions of each document, by id. */
    const rows = new Map<string, { draft: Row; published: Row }>();
    const all = (allowed: (row: Row) => boolean, { draft, published }: { draft: Row; published: Row }) =>
      allowed(draft) && allowed(published);
    const at = (index: number) => [...rows.keys()][index % Math.max(1, rows.size)] ?? 'a'.repeat(24);

    for (const step of operations) {
      const token = tokens[step.who];
      const allowed = mine[step.who];
      if (step.kind === 'create') {
        const row: Row = { stars: null, owner: null, ...step.data };
        const reply = await site.request('POST', '/api/restaurants', { token, body: bodyOf(step.data) });
        expect(reply.status).toBe(allowed(row) ? 201 : 403);
        if (reply.status === 201) rows.set(reply.body.data.documentId, { draft: row, published: row });
      } else if (step.kind === 'update') {
        const id = at(step.place);
        const known = rows.get(id);
        const path = `/api/restaurants/${id}${step.draft ? '?status=draft' : ''}`;
        const reply = await site.request('PUT', path, { token, body: bodyOf(step.data) });
        const draft = { ...known?.draft, ...step.data } as Row;
        const next = { draft, published: step.draft ? known?.published : draft } as { draft: Row; published: Row };
        const expected = !known || !all(allowed, known) ? 404 : all(allowed, next) ? 200 : 403;
        expect(reply.status).toBe(expected);
        if (reply.status === 200) rows.set(id, next);
      } else if (step.kind === 'remove') {
        const id = at(step.place);
        const known = rows.get(id);
        expect((await site.request('DELETE', `/api/restaurants/${id}`, { token })).status).toBe(204);
        if (known && all(allowed, known)) rows.delete(id);
      } else if (step.kind === 'show') {
        const id = at(step.place);
        const row = rows.get(id)?.[step.draft ? 'draft' : 'published'];
        const reply = await site.request('GET', `/api/restaurants/${id}${step.draft ? '?status=draft' : ''}`, {
          token,
        });
        expect(reply.status).toBe(row && allowed(row) ? 200 : 404);
      } else {
        const reply = await site.request('GET', `/api/restaurants?filters[stars][$gte]=${step.stars}`, { token });
        const expected = [...rows].filter(
          ([, { published }]) => allowed(published) && (published.stars ?? -1) >= step.stars,
        );
        expect(reply.body.meta.pagination.total).toBe(expected.length);
        expect(reply.body.data.map((one: any) => one.documentId)).toEqual(expected.map(([id]) => id));
      }
    }

    // No other row has changed.
    for (const status of ['draft', 'published'] as const) {
      const path = `/api/restaurants?status=${status}&populate[owner][fields]=username&pagination[limit]=100`;
      const { body } = await site.request('GET', path, { token: FULL });
      const stored = body.data.map((one: any) => [
        one.documentId,
        { name: one.name, stars: one.stars, owner: one.owner?.username ?? null },
      ]);
      expect(Object.fromEntries(stored)).toEqual(
        Object.fromEntries([...rows].map(([id, versions]) => [id, versions[status]])),
      );
    }
  });
});
