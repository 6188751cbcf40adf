/** The write pipeline is called from code with typed data, without a request. */
import { afterAll, beforeAll, expect, it } from 'vitest';

import { tag } from '../../../../fixtures/desk/src/content/tag/model.js';
import type { Scope } from '../../src/content/content.js';
import { createDocument } from '../../src/write/create.js';
import { requestedVersion } from '../../src/write/requested-version.js';
import { updateDocument } from '../../src/write/update.js';
import { type Desk, openDesk } from './desk.js';

let desk: Desk;
let scope: Scope;
beforeAll(async () => {
  desk = await openDesk();
  const caller = { kind: 'token', id: 'code', name: 'code', may: () => true } as const;
  scope = { content: desk.content, caller, requestId: 'code' };
});
afterAll(() => desk.close());

const version = () => requestedVersion(scope, tag, { locale: [], localeList: false, status: 'published' });

it('typed data creates and changes a document, and the last step runs in the same transaction', async () => {
  const friend = await createDocument(scope, tag, { name: 'friend' }, version(), async (_tx, id) => id);
  const documentId = await createDocument(
    scope,
    tag,
    { name: 'first', weight: 3, buddies: { connect: [friend] } },
    version(),
    async (tx, id) => {
      expect(await tx.rows('select 1 from tags where document_id = $1::text', [id])).toHaveLength(1);
      expect(await desk.rows('select 1 from tags where document_id = $1', [id])).toEqual([]);
      return id;
    },
  );
  await updateDocument(scope, tag, { weight: 4 }, { documentId, version: version() }, async () => undefined);
  const stored = await desk.get('tag', documentId, 'populate=buddies');
  expect([stored['name'], stored['weight'], stored['buddies'].map((one: { name: string }) => one.name)]).toEqual([
    'first',
    4,
    ['friend'],
  ]);
});

it('an error of the last step undoes the write', async () => {
  const failing = createDocument(scope, tag, { name: 'undone' }, version(), async () => {
    throw new Error('not today');
  });
  await expect(failing).rejects.toThrow('not today');
  expect(await desk.rows(`select 1 from tags where name = 'undone'`)).toEqual([]);
});

it('data of the wrong type is refused as in a request, also where the compiler did not see it', async () => {
  const wrong: unknown = { name: 5 };
  const create = createDocument(scope, tag, wrong as { name: string }, version(), async (_tx, id) => id);
  await expect(create).rejects.toMatchObject({ status: 400, name: 'ValidationError' });
});
