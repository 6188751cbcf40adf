/** Users in code: the checks, hashes and sessions of their routes, with the calls of other types. */
import { afterAll, beforeAll, beforeEach, describe, expect, expectTypeOf, it } from 'vitest';

import { contentDefinition } from '../../../../fixtures/members/src/content/index.js';
import type * as models from '../../../../fixtures/members/src/content/models.js';
import type { DocumentsApi } from '../../src/content/documents.js';
import { defineHooks } from '../../src/content/hooks.js';
import type { Mail } from '../../src/content/users-settings.js';
import { createContent } from '../../src/documents/create-content.js';
import { members } from '../harness/fixtures/members.js';
import { type Site, openSite } from '../harness/site.js';

type Members = DocumentsApi<typeof models, 'public' | 'authenticated' | 'editor'>;

const mails: Mail[] = [];
let site: Site;
let content: Members;

const hooks = defineHooks(contentDefinition.models, {
  note: {
    beforeCreate: async ({ tx, data }) => {
      const [verb, documentId = '', email] = data.title?.split(' ') ?? [];
      if (verb !== 'moves') return;
      const { users } = tx.asSystem();
      await users.update(documentId, { data: { email: `${email}@example.org` } });
      if (email === 'nowhere') throw new Error('after the write');
    },
  },
});

beforeAll(async () => {
  const { settings } = contentDefinition;
  const users = { ...settings.users, rateLimit: false as const, emailConfirmation: true };
  site = await openSite(members, { settings: { users } });
  const definition = { ...contentDefinition, settings: { ...settings, users } };
  content = createContent(definition, {
    database: site.test.database,
    hooks,
    mail: async (mail) => void mails.push(mail),
  });
});
afterAll(() => site.close());
beforeEach(async () => {
  mails.length = 0;
  await site.test.rows(`delete from cg_documents where type in ('user', 'note')`);
});

const JOE = { username: 'joe', email: 'Joe@Example.org', password: 'correct horse', role: 'editor', confirmed: true };

const joe = async () => (await content.asSystem().users.create({ data: JOE })).data.documentId;
const signIn = (password: string) =>
  site.request('POST', '/api/auth/local', { body: { identifier: 'joe', password } }).then(({ status }) => status);

describe('a user of code', () => {
  it('signs in, changes and goes', async () => {
    const { users } = content.asSystem();
    const made = await users.create({
      data: JOE,
      fields: ['email', 'provider'],
      populate: { role: { fields: ['type'] } },
    });
    expectTypeOf(made.data.email).toEqualTypeOf<string>();
    expect(made).toEqual({
      data: {
        id: expect.any(Number),
        documentId: expect.any(String),
        email: 'joe@example.org',
        provider: 'local',
        role: { id: expect.any(Number), documentId: expect.any(String), type: 'editor' },
      },
      meta: {},
      etag: expect.any(String),
    });
    expect(await signIn('correct horse')).toBe(200);
    const [stored] = await site.test.rows<{ password: string }>('select password from users');
    expect(stored!.password).toMatch(/^\$argon2id\$/);

    const { documentId } = made.data;
    const changed = await users.update(documentId, { data: { password: 'battery staple', bio: 'Hi' } });
    expect(changed.data.bio).toBe('Hi');
    expect(JSON.stringify([made, changed])).not.toMatch(/argon2|password/i);
    expect([await signIn('correct horse'), await signIn('battery staple')]).toEqual([400, 200]);
    await users.delete(documentId);
    await users.delete(documentId);
    expect([await users.count(), await signIn('battery staple')]).toEqual([0, 400]);
  });

  it('loses its sessions with its password, and when it is blocked', async () => {
    const documentId = await joe();
    const sessions = () => site.test.rows('select 1 from cg_sessions');
    for (const data of [{ password: 'correct horse' }, { blocked: true }]) {
      expect([await signIn('correct horse'), (await sessions()).length]).toEqual([200, 1]);
      await content.asSystem().users.update(documentId, { data });
      expect(await sessions()).toEqual([]);
    }
  });

  it('takes part in a transaction', async () => {
    const broken = content.transaction(async (tx) => {
      await tx.asSystem().users.create({ data: JOE });
      throw new Error('stop');
    });
    await expect(broken).rejects.toThrow('stop');
    expect(await content.asSystem().users.count()).toBe(0);
  });
});

it('a user without its secrets does not compile', () => {
  const compiled = async () => {
    const { users } = content.asSystem();
    const data = { username: 'a', email: 'a@example.org' };
    // @ts-expect-error The role is missing.
    await users.create({ data: { ...data, password: 'correct horse' } });
    // @ts-expect-error The password is missing.
    await users.create({ data: { ...data, role: 'editor' } });
    // @ts-expect-error Passwords are never shown.
    void (await users.find()).data[0]!.password;
    // @ts-expect-error Users have no ETag.
    await users.update('a', { data: {}, ifMatch: '"1"' });
  };
  expect(compiled).toBeTypeOf('function');
});

describe('what the routes refuse, code refuses with the same error', () => {
  const wrong: Readonly<Record<string, object>> = {
    'no password': { username: 'a', email: 'a@example.org', role: 'editor' },
    'no role': { username: 'a', email: 'a@example.org', password: 'correct horse' },
    'a role of null': { username: 'a', email: 'a@example.org', password: 'correct horse', role: null },
    'a short password': { ...JOE, username: 'a', email: 'a@example.org', password: 'abc' },
    'an address that is none': { ...JOE, username: 'a', email: 'a' },
    'an address that is taken': { ...JOE, username: 'a' },
    'a username that is taken': { ...JOE, email: 'a@example.org' },
    'a secret': { ...JOE, username: 'a', email: 'a@example.org', resetPasswordToken: 'x' },
    'an unknown attribute': { ...JOE, username: 'a', email: 'a@example.org', nope: 1 },
    'an unknown role': { ...JOE, username: 'a', email: 'a@example.org', role: 'nobody' },
  };

  it.each(Object.entries(wrong))('%s', async (_, data) => {
    await joe();
    const roles = await site.test.rows<{ type: string; id: string }>('select type, document_id as id from cg_roles');
    const role = 'role' in data ? { role: roles.find(({ type }) => type === data.role)?.id ?? data.role } : {};
    const token = (
      await site.request('POST', '/api/auth/local', { body: { identifier: 'joe', password: JOE.password } })
    ).body.jwt;
    const { body } = await site.request('POST', '/api/users', { token, body: { ...data, ...role } });
    expect(body.error.status).toBe(400);
    // The compiler would refuse some of these.
    const users = content.asRole('editor').users as unknown as { create(query: object): Promise<unknown> };
    await expect(users.create({ data })).rejects.toMatchObject(body.error);
    expect(await content.asSystem().users.count()).toBe(1);
  });

  it('a caller without the right', async () => {
    const documentId = await joe();
    const { users } = content.asRole('public');
    const forbidden = { status: 403 };
    await expect(users.create({ data: JOE })).rejects.toMatchObject(forbidden);
    await expect(users.update(documentId, { data: { bio: 'x' } })).rejects.toMatchObject(forbidden);
    await expect(users.delete(documentId)).rejects.toMatchObject(forbidden);
  });

  it('attributes and rows that the role of the caller does not write', async () => {
    const documentId = await joe();
    const role = { kind: 'role', role: 'authenticated' } as const;
    const own = content.as({ ...role, user: { id: 1, documentId } }).users;
    expect((await own.update(documentId, { data: { bio: 'mine' } })).data.bio).toBe('mine');
    await expect(own.update(documentId, { data: { blocked: false } })).rejects.toMatchObject({ status: 400 });
    const other = content.as({ ...role, user: { id: 2, documentId: 'other' } }).users;
    await expect(other.update(documentId, { data: { bio: 'x' } })).rejects.toMatchObject({ status: 404 });
  });

  it('a user that does not exist', async () => {
    const update = content.asSystem().users.update('nope', { data: { bio: 'x' } });
    await expect(update).rejects.toMatchObject({ status: 404, message: 'User not found' });
    const { users } = content.asSystem();
    const calls = [
      () => users.findOne('a\0b'),
      () => users.update('a\0b', { data: { bio: 'x' } }),
      () => users.delete('a\0b'),
    ];
    for (const call of calls) {
      await expect(call()).rejects.toMatchObject({ status: 400, message: 'documentId must be the id of a document' });
    }
  });
});

describe('a new address that has to be confirmed', () => {
  const sentTo = () => mails.map(({ to }) => to);
  const email = async () => (await content.asSystem().users.findFirst({ fields: ['email'] })).data?.email;

  it('gets a mail, and the user keeps the old one', async () => {
    await content.asSystem().users.update(await joe(), { data: { email: 'new@example.org' } });
    expect([sentTo(), await email()]).toEqual([['new@example.org'], 'joe@example.org']);
  });

  it('gets it when the transaction has committed', async () => {
    const documentId = await joe();
    const move = (fails: boolean) =>
      content.transaction(async (tx) => {
        await tx.transaction((inner) =>
          inner.asSystem().users.update(documentId, { data: { email: 'new@example.org' } }),
        );
        expect(mails).toEqual([]);
        if (fails) throw new Error('stop');
      });
    await expect(move(true)).rejects.toThrow('stop');
    expect(mails).toEqual([]);
    await move(false);
    expect(sentTo()).toEqual(['new@example.org']);
  });

  it('gets it when the write has committed whose hook changed it', async () => {
    const documentId = await joe();
    const { notes } = content.asSystem();
    await expect(notes.create({ data: { title: `moves ${documentId} nowhere` } })).rejects.toThrow('after the write');
    expect(mails).toEqual([]);
    await notes.create({ data: { title: `moves ${documentId} there` } });
    expect(sentTo()).toEqual(['there@example.org']);
  });

  it('needs none where the code says that it is confirmed', async () => {
    await content.asSystem().users.update(await joe(), { data: { email: 'new@example.org', confirmed: true } });
    expect([sentTo(), await email()]).toEqual([[], 'new@example.org']);
  });
});
