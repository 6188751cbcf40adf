import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import type { Executor } from '../../src/database/index.js';
import { ValidationError } from '../../src/errors/index.js';
import { type DocumentEvent, type TypeHooks, defineHooks } from '../../src/content/hooks.js';
import type { AnyModel, Model } from '../../src/model/model.js';
import * as models from '../../../../fixtures/desk/src/content/models.js';
import { type Desk, openDesk } from './desk.js';

const seen: string[] = [];
let hooks: TypeHooks<Record<string, unknown>> = {};

/** Each test decides what the hooks do. */
const article = Object.fromEntries(
  (
    [
      'beforeCreate',
      'afterCreate',
      'beforeUpdate',
      'afterUpdate',
      'beforeDelete',
      'afterDelete',
      'beforePublish',
      'afterPublish',
      'afterUnpublish',
    ] as const
  ).map((name) => [
    name,
    (event: never) => {
      seen.push(name);
      return hooks[name]?.(event);
    },
  ]),
) as TypeHooks<Record<string, unknown>>;

let desk: Desk;
beforeAll(async () => {
  type Open = Model;
  const typed = { article: models.article as AnyModel as Open, category: models.category as AnyModel as Open };
  const beforeUpdate = async () => {
    seen.push('category');
    // Long enough for the other write to begin, and no less right if it takes longer.
    await sleep(20);
  };
  desk = await openDesk({ hooks: defineHooks(typed, { article, category: { beforeUpdate } }) });
});
afterAll(() => desk.close());
beforeEach(() => {
  seen.length = 0;
  hooks = {};
});

it.each(['', 'status=draft'])('the answer shows what a hook after the write has changed, %s', async (query) => {
  const change = async ({ documentId, executor }: { documentId: string; executor: Executor }) => {
    await executor.rows(
      `update articles set title = title || '!', cg_version = cg_version + 1 where document_id = $1`,
      [documentId],
    );
  };
  hooks = { afterCreate: change, afterUpdate: change };
  const made = await desk.post('article', { title: 'a' }, query);
  expect(made.title).toBe('a!');
  const changed = await desk.put('article', made.documentId, { title: 'b' }, query);
  expect(changed.title).toBe('b!');
  expect(await desk.get('article', made.documentId, query)).toEqual(changed);
});

it('hooks run around every kind of write', async () => {
  const { documentId } = await desk.post('article', { title: 'a' }, 'status=draft');
  expect(seen.splice(0)).toEqual(['beforeCreate', 'afterCreate']);
  await desk.put('article', documentId, { title: 'b' });
  expect(seen.splice(0)).toEqual(['beforeUpdate', 'beforePublish', 'afterUpdate', 'afterPublish']);
  await desk.act('article', documentId, 'unpublish');
  await desk.act('article', documentId, 'publish');
  expect(seen.splice(0)).toEqual(['afterUnpublish', 'beforePublish', 'afterPublish']);
  await desk.del('article', documentId);
  await desk.del('article', documentId);
  expect(seen).toEqual(['beforeDelete', 'afterDelete']);
});

it('the data that a hook returns is checked and written like a body', async () => {
  hooks = { beforeCreate: ({ data }) => ({ ...data, slug: String(data['title']).toLowerCase() }) };
  expect((await desk.post('article', { title: 'Shout' }))['slug']).toBe('shout');
  hooks = { beforeCreate: () => ({ title: 5 }) };
  await expect(desk.post('article', { title: 'x' })).rejects.toMatchObject({ status: 400 });
  hooks = { beforeUpdate: ({ data }) => ({ ...data, rating: 7 }) };
  const { documentId } = await desk.post('article', { title: 'rated' });
  expect((await desk.put('article', documentId, { body: 'x' }))['rating']).toBe(7);
});

const spelled = {
  rating: '7',
  price: ' 12.345 ',
  views: 9,
  score: '1e2',
  isFeatured: 'true',
  publishedOn: '2026-11-18T10:00:00.000Z',
  startsAt: '2026-11-18T10:00:00+01:00',
  opensAt: '10:30:00.500',
  kind: 'news',
  extra: '{"a":1}',
  pass: 'Secret123',
};
const typed = {
  rating: 7,
  price: 12.35,
  views: '9',
  score: 100,
  isFeatured: true,
  publishedOn: '2026-11-18',
  startsAt: '2026-11-18T09:00:00.000Z',
  opensAt: '10:30:00.5',
  kind: 'news',
  extra: { a: 1 },
  pass: 'Secret123',
};

it('hooks see values of the declared types, however a client has spelled them', async () => {
  const found: object[] = [];
  const look = ({ data }: { data: object }) => void found.push(data);
  hooks = { beforeCreate: look, afterCreate: look, beforeUpdate: look, afterUpdate: look };
  const { documentId } = await desk.post('article', { title: 'typed', ...spelled });
  await desk.put('article', documentId, spelled);
  expect(found).toEqual([{ title: 'typed', ...typed }, { title: 'typed', ...typed }, typed, typed]);

  hooks = { ...hooks, beforeUpdate: ({ data }) => ({ ...data, rating: '8' }) };
  await desk.put('article', documentId, { score: '2' });
  expect(found.at(-1)).toEqual({ score: 2, rating: 8 });
});

it('hooks see entries of components with values of the declared types, and references as they were sent', async () => {
  const found: object[] = [];
  hooks = { beforeUpdate: ({ data }) => void found.push(data), afterUpdate: ({ data }) => void found.push(data) };
  const category = await desk.post('category', { name: 'one' });
  const made = await desk.post('article', { title: 'entries', sections: [{ heading: 'a' }] }, 'populate=sections');
  const [section] = made['sections'] as [{ id: number }];
  const sent = { sections: [{ id: String(section.id), heading: 'b', level: '2' }], categories: [String(category.id)] };
  await desk.put('article', made.documentId, sent);
  const seenData = { ...sent, sections: [{ id: section.id, heading: 'b', level: 2 }] };
  expect(found).toEqual([seenData, seenData]);
});

it.each([
  ['no', `'no'`],
  [undefined, 'undefined'],
  [null, 'null'],
  [{ status: 400 }, '{ status: 400 }'],
])('a hook that throws %o fails with an error', async (thrown, shown) => {
  hooks = {
    beforeCreate: () => {
      throw thrown;
    },
  };
  const refused = await desk.post('article', { title: 'a' }).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Error);
  expect(refused).toMatchObject({ message: `A hook of article threw something that is no error: ${shown}` });
});

it('a hook is part of the transaction: its writes are rolled back, and its error is the answer', async () => {
  const made = `with made as (insert into cg_documents (id, type) values ('v' || $1::text, 'vault') returning id)`;
  const note = `${made} insert into vaults (document_id, cg_status, name) select id, 'published', $1::text from made`;
  hooks = {
    afterCreate: async ({ executor, documentId }) => {
      await executor.rows(note, [documentId]);
    },
  };
  const { documentId } = await desk.post('article', { title: 'noted' });
  expect(await desk.rows('select 1 from vaults where name = $1', [documentId])).toHaveLength(1);

  let written = '';
  const create = hooks.afterCreate!;
  hooks = {
    afterCreate: async (event) => {
      await create(event);
      written = event.documentId;
      throw new ValidationError('Not today');
    },
  };
  await expect(desk.post('article', { title: 'refused' })).rejects.toMatchObject({ status: 400, message: 'Not today' });
  expect(await desk.rows('select 1 from cg_documents where id in ($1, $2)', [written, `v${written}`])).toEqual([]);
});

it('data that a hook changes in place is written, once per attempt', async () => {
  let attempts = 0;
  hooks = {
    beforeCreate: ({ data }) => {
      data['title'] = `${String(data['title'])}!`;
      data['secret'] = 'by the project';
    },
    afterCreate: () => {
      if (++attempts < 3) throw Object.assign(new Error('somebody was faster'), { code: '40001' });
    },
  };
  const { title, documentId } = await desk.post('article', { title: 'placed' });
  expect([title, attempts]).toEqual(['placed!', 3]);
  expect(await desk.rows('select distinct secret from articles where document_id = $1', [documentId])).toEqual([
    { secret: 'by the project' },
  ]);
});

it('hooks run only for documents that exist and match If-Match', async () => {
  await expect(desk.put('article', 'nobody', { title: 'x' })).rejects.toMatchObject({ status: 404 });
  await expect(desk.act('article', 'nobody', 'publish')).rejects.toMatchObject({ status: 404 });
  const { documentId } = await desk.post('article', { title: 'x' });
  seen.length = 0;
  await expect(desk.put('article', documentId, { title: 'y' }, '', '"99-x"')).rejects.toMatchObject({ status: 412 });
  await expect(desk.act('article', documentId, 'publish', 'locale=fr')).rejects.toMatchObject({ status: 404 });
  await expect(desk.put('article', documentId, { nope: 1 })).rejects.toMatchObject({ status: 400 });
  expect(seen).toEqual([]);
});

it.each(['', 'locale=fr'])('a document that a hook before its write deletes is a 404, %s', async (query) => {
  const { documentId } = await desk.post('article', { title: 'Short' });
  const deletes = async ({ executor }: { executor: Executor }) => {
    await executor.rows('delete from cg_documents where id = $1', [documentId]);
  };
  hooks = { beforeUpdate: deletes };
  await expect(desk.put('article', documentId, { title: 'Gone' }, query)).rejects.toMatchObject({ status: 404 });
  expect(seen.filter((name) => name === 'beforeUpdate')).toHaveLength(1);
  hooks = { beforePublish: deletes };
  await expect(desk.act('article', documentId, 'publish')).rejects.toMatchObject({ status: 404 });
  expect(await desk.get('article', documentId)).toMatchObject({ title: 'Short' });
});

/** What a hook finds of its document, in its transaction. */
const draftIn = async ({ tx, documentId, locale = 'en' }: DocumentEvent): Promise<Record<string, unknown>> => {
  const articles = (tx.asSystem() as { articles: Documents }).articles;
  const { data } = await articles.findOne(documentId, {
    locale,
    status: 'draft',
    populate: ['categories', 'sections'],
  });
  return data as Record<string, unknown>;
};

interface Documents {
  findOne(documentId: string, query: object): Promise<{ data: unknown }>;
  update(documentId: string, query: object): Promise<unknown>;
}

type Data = Record<string, unknown>;
const draft = (data: Data) => desk.post('article', data, 'status=draft');

/** By name: prepares the documents of a write that publishes, and returns the write. */
const publishings: Readonly<Record<string, (data: Data) => Promise<() => Promise<unknown>>>> = {
  'a POST': async (data) => () => desk.post('article', data),
  'a POST that a hook changes': async (data) => {
    hooks = { ...hooks, beforeCreate: () => data };
    return () => desk.post('article', { title: 'sent' });
  },
  'a PUT': async (data) => {
    const { documentId } = await draft({ title: 'before' });
    return () => desk.put('article', documentId, data);
  },
  'a PUT that a hook changes': async (data) => {
    const { documentId } = await desk.post('article', { title: 'before' });
    hooks = { ...hooks, beforeUpdate: () => data };
    return () => desk.put('article', documentId, { title: 'sent' });
  },
  'a PUT of another locale': async (data) => {
    const { documentId } = await draft({ title: 'en' });
    return () => desk.put('article', documentId, data, 'locale=fr');
  },
  'an action': async (data) => {
    const { documentId } = await draft(data);
    return () => desk.act('article', documentId, 'publish');
  },
  'an action on a document that lacks its draft': async (data) => {
    const { documentId } = await draft(data);
    await desk.rows(`update articles set cg_status = 'published', published_at = now() where document_id = $1`, [
      documentId,
    ]);
    return () => desk.act('article', documentId, 'publish');
  },
  'a bulk create': async (data) => () => desk.bulk('article', 'create', [data]),
  'a bulk update': async (data) => {
    const { documentId } = await draft({ title: 'before' });
    return () => desk.bulk('article', 'update', [{ documentId, ...data }]);
  },
  'a bulk publish': async (data) => {
    const { documentId } = await draft(data);
    return () => desk.bulk('article', 'publish', [{ documentId }]);
  },
};

it.each(Object.keys(publishings))('beforePublish sees the draft that %s publishes, and refuses it', async (name) => {
  const category = await desk.post('category', { name: `of ${name}` });
  const data = { title: 'drafted', categories: [category.documentId], sections: [{ heading: 'h' }] };
  const publish = await publishings[name]!(data);
  const stored = () =>
    desk.rows(
      `select a.*, d.id as "of" from cg_documents d left join articles a on d.id = a.document_id order by 1, 2`,
    );

  const before = await stored();
  const free = hooks;
  const refuse = () => {
    throw new ValidationError('No publishing without a room');
  };
  hooks = { ...free, beforePublish: refuse };
  await expect(publish()).rejects.toThrow('No publishing without a room');
  expect(await stored()).toEqual(before);

  const found: Data[] = [];
  hooks = { ...free, beforePublish: async (event) => void found.push(await draftIn(event)) };
  await publish();
  const [seenDraft] = found;
  expect(seenDraft).toMatchObject({
    title: 'drafted',
    categories: [{ documentId: category.documentId }],
    sections: [{ heading: 'h' }],
  });
  const published = `select title from articles where document_id = $1 and cg_status = 'published'`;
  expect(await desk.rows(published, [String(seenDraft?.['documentId'])])).toEqual([{ title: 'drafted' }]);
});

it('beforePublish may change the draft, which is published as it then is', async () => {
  hooks = {
    beforePublish: async ({ tx, documentId }) => {
      const { articles } = tx.asSystem() as { articles: Documents };
      await articles.update(documentId, { status: 'draft', data: { title: 'by the hook' } });
    },
  };
  expect(await desk.post('article', { title: 'sent' })).toMatchObject({ title: 'by the hook' });
  hooks = {
    beforePublish: ({ executor, documentId }) =>
      void executor.rows('delete from articles where document_id = $1 and locale = $2', [documentId, 'en']),
  };
  await expect(desk.post('article', { title: 'gone' })).rejects.toMatchObject({ status: 404 });
});

it('a write that loses every retry is a 503', async () => {
  hooks = {
    beforeCreate: () => {
      throw Object.assign(new Error('deadlock'), { code: '40P01' });
    },
  };
  await expect(desk.post('article', { title: 'x' })).rejects.toMatchObject({ status: 503 });
  expect(seen).toEqual(Array.from({ length: 12 }, () => 'beforeCreate'));
});

it('hooks take turns on documents that are connected to each other at once', async () => {
  const [a, b] = [await desk.post('category', { name: 'a' }), await desk.post('category', { name: 'b' })];
  const turns = 5;
  for (let turn = 0; turn < turns; turn++) {
    await Promise.all([
      desk.put('category', a.documentId, { parent: b.documentId }),
      desk.put('category', b.documentId, { parent: a.documentId }),
    ]);
  }
  // Each runs once: no write was chosen as the victim of a deadlock and retried.
  expect(seen).toEqual(Array(turns * 2).fill('category'));
});
