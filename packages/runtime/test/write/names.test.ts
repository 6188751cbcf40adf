import { afterAll, beforeAll, expect, it } from 'vitest';

import { type Desk, openDesk } from './desk.js';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

it('writes, publishes and shows attributes that are called like columns of the runtime', async () => {
  const vault = await desk.post('vault', { name: 'v' });
  const first = { version: '1.0', versionRank: 1, diverged: true, vaultRank: 5 };
  const made = await desk.post('release', { ...first, vault: vault.documentId }, 'populate=vault');
  expect(made).toMatchObject({ ...first, vault: { name: 'v' } });

  // Places in lists survive a publish that moves nothing; numbers that only look like places are published.
  const second = { versionRank: 2, vaultRank: 6 };
  expect(await desk.put('release', made.documentId, second)).toMatchObject({ ...first, ...second });
  await desk.put('release', made.documentId, { version: '1.1', diverged: false, versionRank: 3 }, 'status=draft');
  expect(await desk.act('release', made.documentId, 'discard')).toMatchObject({ ...first, ...second });

  const french = await desk.put('release', made.documentId, { version: '1.0', versionRank: 4 }, 'locale=fr');
  expect(french).toMatchObject({ version: '1.0', versionRank: 4, diverged: true, vaultRank: null });
  expect(await desk.get('release', made.documentId)).toMatchObject({ ...first, ...second, versionRank: 4 });
  await expect(desk.post('release', { version: '1.0' })).rejects.toThrow('This attribute must be unique');
});

it('filters and sorts by them', async () => {
  await desk.rows('truncate cg_documents, releases restart identity cascade');
  for (const [version, diverged] of [
    ['2.0', false],
    ['1.0', true],
    ['3.0', true],
  ] as const) {
    await desk.post('release', { version, diverged });
  }
  const listed = async (query: string) => (await desk.list('release', query)).map((one) => one['version'] as string);
  expect(await listed('sort=version:desc')).toEqual(['3.0', '2.0', '1.0']);
  expect(await listed('sort=diverged,version&fields=version,diverged')).toEqual(['2.0', '1.0', '3.0']);
  expect(await listed('filters[version][$gt]=1.5&filters[diverged]=true')).toEqual(['3.0']);
  expect(await listed('_q=2.0')).toEqual(['2.0']);
});

it('compares If-Match with the version of the document, not with the attribute', async () => {
  const { documentId } = await desk.post('release', { version: '17' });
  await expect(desk.put('release', documentId, {}, '', '"17-x"')).rejects.toMatchObject({ status: 412 });
  await desk.put('release', documentId, { diverged: true }, '', '"1-x"');
  await expect(desk.put('release', documentId, {}, '', '"1-x"')).rejects.toMatchObject({ status: 412 });
});

it.each([{ disconnect: ['a\0b'] }, { connect: [{ documentId: 'a\0b' }] }, ['a\0b']])(
  'a document id that cannot be stored is refused, beside other errors: %j',
  async (tags) => {
    const refused = desk.post('guide', { tags, rating: 'x' });
    await expect(refused).rejects.toMatchObject({ status: 400 });
  },
);
