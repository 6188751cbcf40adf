/** Relations that a registration sets: they reach as far as the role that the new user gets. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { members } from '../harness/fixtures/members.js';
import { type Person, register } from '../harness/people.js';
import { type Site, openSite } from '../harness/site.js';

const { settings } = members.definition;
const fields = ['bio', 'notes', 'reading', 'favourites', 'pinned'];
const users = { rateLimit: false as const, registration: { fields } };
const find = ['find', 'findOne'];

let site: Site;
let ann: Person;
const notes: Record<string, string> = {};

/** The same project and database, with other rights of the users who register. */
const withRights = (authenticated: object) =>
  openSite(members, {
    test: site.test,
    settings: {
      permissions: { ...settings.permissions, authenticated: { auth: ['logout'], ...authenticated } },
      users,
    },
  });

beforeAll(async () => {
  site = await openSite(members, { settings: { users } });
  ann = await register(site, 'ann');
  const editor = await register(site, 'editor', 'editor');
  for (const title of ['hers', 'hidden', 'free']) {
    const owner = title === 'free' ? {} : { owner: ann.documentId };
    const body = { data: { title, ...owner } };
    const made = await site.request('POST', '/api/notes', { token: editor.token, body });
    expect(made.status).toBe(201);
    notes[title] = made.body.data.documentId;
  }
  const pinned = await site.request('PUT', `/api/users/${ann.id}`, {
    token: ann.token,
    body: { pinned: notes['hers'] },
  });
  expect(pinned.status).toBe(200);
});
afterAll(() => site.close());
beforeEach(() =>
  site.test.rows(`delete from cg_documents where id in (select document_id from users where username = 'mal')`),
);

const signUp = (on: Site, more: object) =>
  on.request('POST', '/api/auth/local/register', {
    body: { username: 'mal', email: 'mal@example.org', password: 'secret1', ...more },
  });

const owners = async () =>
  site.test.rows(
    `select n.title, u.username as owner, p.username as pinned from notes n left join users u on u.document_id = n.owner
     left join users p on p.pinned = n.document_id where n.cg_status = 'published' order by n.title`,
  );

describe('a registration', () => {
  it('does not take a document from its owner', async () => {
    const before = await owners();
    for (const taking of [
      { notes: [notes['hers']] },
      { notes: { connect: [notes['hers']] } },
      { notes: { set: [{ documentId: notes['hers'] }] } },
      { reading: [notes['hers']] },
      { pinned: notes['hers'] },
      { pinned: { connect: [notes['hers']] } },
    ]) {
      const { status } = await signUp(site, taking);
      expect([400, 403], JSON.stringify(taking)).toContain(status);
    }
    expect(await owners()).toEqual(before);
    expect(await site.test.rows(`select 1 from users where username = 'mal'`)).toEqual([]);
  });

  it('takes nothing from its owner for a role that may update neither type', async () => {
    const weak = await withRights({ note: find, user: ['me'] });
    const before = await owners();
    for (const taking of [{ notes: [notes['free']] }, { reading: [notes['free']] }, { pinned: notes['hers'] }]) {
      expect([400, 403], JSON.stringify(taking)).toContain((await signUp(weak, taking)).status);
    }
    expect(await owners()).toEqual(before);
  });

  it('relates the new user to documents that its role can see', async () => {
    const made = await signUp(site, {
      bio: 'hello',
      pinned: notes['free'],
      favourites: [notes['free'], notes['hers']],
    });
    expect([made.status, made.body.user?.bio]).toEqual([200, 'hello']);
    const me = await site.request('GET', '/api/users/me?populate=*', { token: made.body.jwt });
    expect(me.body).toMatchObject({ pinned: { title: 'free' }, favourites: [{ title: 'free' }, { title: 'hers' }] });
  });

  it('does not reach documents or types that its role cannot see, and does not tell them from missing ones', async () => {
    const limited = await withRights({ note: { actions: find, where: { title: { $ne: 'hidden' } } }, user: ['me'] });
    expect((await signUp(limited, { favourites: [notes['free']] })).status).toBe(200);
    await site.test.rows(`delete from cg_documents where id in (select document_id from users where username = 'mal')`);
    const missing = 'a'.repeat(24);
    const [hidden, none] = [
      await signUp(limited, { favourites: [notes['hidden']] }),
      await signUp(limited, { favourites: [missing] }),
    ];
    expect([hidden.status, none.status]).toEqual([400, 400]);
    expect(JSON.stringify(hidden.body).replaceAll(notes['hidden']!, missing)).toBe(JSON.stringify(none.body));

    const blind = await withRights({ user: ['me'] });
    const refused = await signUp(blind, { favourites: [notes['free']] });
    expect([refused.status, refused.body.error.message]).toEqual([400, 'Invalid key favourites']);
  });

  it('sets plain attributes of the config, whether the role may write them later or not', async () => {
    const strict = await withRights({ user: { actions: ['me', 'update'], writable: ['username'] } });
    const made = await signUp(strict, { bio: 'hello' });
    expect([made.status, made.body.user?.bio]).toEqual([200, 'hello']);
  });

  it('still sets no other role', async () => {
    expect((await signUp(site, { role: 'editor' })).status).toBe(400);
    const made = await signUp(site, {});
    const [row] = await site.test.rows<{ type: string }>(
      `select r.type from users u join cg_roles r on r.document_id = u.role where u.username = 'mal'`,
    );
    expect([made.status, row?.type]).toEqual([200, 'authenticated']);
  });
});
