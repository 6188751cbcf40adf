/** Users as a content type like any other: related in every direction, and limited by the rules of their role. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { members } from '../harness/fixtures/members.js';
import { type Person, register } from '../harness/people.js';
import { type Site, openSite } from '../harness/site.js';

let site: Site;
let ann: Person;
let bob: Person;
let ed: Person;
const notes: string[] = [];

beforeAll(async () => {
  site = await openSite(members);
  ann = await register(site, 'ann');
  bob = await register(site, 'bob');
  ed = await register(site, 'editor', 'editor');
  for (const title of ['one', 'two', 'three']) {
    const body = { data: { title, owner: ann.documentId } };
    const { status, body: made } = await site.request('POST', '/api/notes', { token: ann.token, body });
    expect([status, made.error]).toEqual([201, undefined]);
    notes.push(made.data.documentId);
  }
});
afterAll(() => site.close());

const titles = (list: { title: string }[]) => list.map(({ title }) => title);
const names = (list: { username: string }[]) => list.map(({ username }) => username);
const user = async (person: Person, query: string, token = ed.token) =>
  (await site.request('GET', `/api/users/${person.id}?${query}`, { token })).body;
const note = async (index: number, query: string, token = ed.token) =>
  (await site.request('GET', `/api/notes/${notes[index]}?${query}`, { token })).body.data;

describe('a role', () => {
  const roleOf = async (id: number | string) =>
    (await site.request('GET', `/api/users/${id}?populate=role`, { token: ed.token })).body.role?.type;

  it('has its name in bodies, in every spelling of a relation', async () => {
    const ida = { username: 'ida', email: 'ida@example.org', password: 'secret1' };
    const made = await site.request('POST', '/api/users', { token: ed.token, body: { ...ida, role: 'editor' } });
    expect([made.status, made.body.role.type]).toEqual([201, 'editor']);
    const { id } = made.body;
    for (const role of ['authenticated', { connect: ['editor'] }, { set: 'authenticated' }, ['editor']]) {
      const put = await site.request('PUT', `/api/users/${id}`, { token: ed.token, body: { role } });
      expect([JSON.stringify(role), put.status]).toEqual([JSON.stringify(role), 200]);
      expect(await roleOf(id)).toBe(JSON.stringify(role).includes('editor') ? 'editor' : 'authenticated');
    }
    const byId = (await site.request('GET', '/api/users-permissions/roles', { token: ed.token })).body.roles[0];
    for (const role of [byId.id, byId.documentId]) {
      expect((await site.request('PUT', `/api/users/${id}`, { token: ed.token, body: { role } })).body.role.id).toBe(
        byId.id,
      );
    }
    const wrong = await site.request('PUT', `/api/users/${id}`, { token: ed.token, body: { role: 'editr' } });
    expect([wrong.status, wrong.text.includes('editr')]).toEqual([400, true]);
    await site.request('DELETE', `/api/users/${id}`, { token: ed.token });
  });

  it('has its name in filters', async () => {
    const found = async (query: string) => {
      const { status, body } = await site.request('GET', `/api/users?sort=username&${query}`, { token: ed.token });
      expect([query, status]).toEqual([query, 200]);
      return names(body);
    };
    expect(await found('filters[role]=editor')).toEqual(['editor']);
    expect(await found('filters[role][$in][0]=editor')).toEqual(['editor']);
    expect(await found('filters[role][$ne]=editor')).toEqual(['ann', 'bob']);
    expect(await found('filters[role][$notIn][0]=authenticated&filters[role][$notIn][1]=public')).toEqual(['editor']);
    expect(await found('filters[role]=nobody')).toEqual([]);
    const [{ id, documentId }] = (
      await site.request('GET', '/api/users?filters[role]=editor&populate=role', { token: ed.token })
    ).body.map(({ role }: { role: object }) => role);
    expect(await found(`filters[role]=${id}`)).toEqual(['editor']);
    expect(await found(`filters[role]=${documentId}`)).toEqual(['editor']);
  });

  it('is given by name only by a caller that may see roles and write this attribute', async () => {
    const body = { role: 'editor' };
    expect((await site.request('PUT', `/api/users/${ann.id}`, { token: ann.token, body })).status).toBe(400);
    expect((await site.request('GET', '/api/users?filters[role]=editor', { token: ann.token })).status).not.toBe(200);
    expect(await roleOf(ann.id)).toBe('authenticated');
  });
});

describe('relations between users and documents', () => {
  it('keep their order on the side of the user, and follow publishing', async () => {
    expect(titles((await user(ann, 'populate=notes')).notes)).toEqual(['one', 'two', 'three']);
    const move = { notes: { connect: [{ documentId: notes[2], position: { start: true } }] } };
    const moved = await site.request('PUT', `/api/users/${ann.id}`, { token: ed.token, body: move });
    expect(moved.status).toBe(200);
    expect(titles((await user(ann, 'populate=notes')).notes)).toEqual(['three', 'one', 'two']);

    const draft = { data: { title: 'draft', owner: ann.documentId } };
    const made = await site.request('POST', '/api/notes?status=draft', { token: ann.token, body: draft });
    expect(made.status).toBe(201);
    expect(titles((await user(ann, 'populate=notes')).notes)).toEqual(['three', 'one', 'two']);
    expect(titles((await user(ann, 'populate=notes&status=draft')).notes)).toEqual(['three', 'one', 'two', 'draft']);
    expect((await note(0, 'populate=owner')).owner.username).toBe('ann');
    await site.request('DELETE', `/api/notes/${made.body.data.documentId}`, { token: ann.token });
  });

  it('are many-to-many from either side', async () => {
    const readers = [bob.documentId, ann.documentId];
    await site.request('PUT', `/api/notes/${notes[0]}`, { token: ann.token, body: { data: { readers } } });
    expect(names((await note(0, 'populate=readers')).readers)).toEqual(['bob', 'ann']);
    expect(titles((await user(bob, 'populate=reading')).reading)).toEqual(['one']);

    const reading = { reading: { connect: [notes[1]] } };
    const joined = await site.request('PUT', `/api/users/${bob.id}`, { token: ed.token, body: reading });
    expect(joined.status).toBe(200);
    expect(names((await note(1, 'populate=readers')).readers)).toEqual(['bob']);

    const favourites = { favourites: [notes[2], notes[0]] };
    const own = await site.request('PUT', `/api/users/${bob.id}`, { token: bob.token, body: favourites });
    expect(own.status).toBe(200);
    expect(titles((await user(bob, 'populate=favourites')).favourites)).toEqual(['three', 'one']);
    expect(names((await note(2, 'populate=fans')).fans)).toEqual(['bob']);
    const found = await site.request('GET', '/api/notes?filters[fans][username]=bob&sort=title', { token: ed.token });
    expect(titles(found.body.data)).toEqual(['one', 'three']);
  });

  it('differ between draft and published version until the draft is published', async () => {
    const path = `/api/notes/${notes[1]}`;
    const body = { data: { readers: { connect: [ann.documentId] } } };
    await site.request('PUT', `${path}?status=draft`, { token: ann.token, body });
    expect(names((await note(1, 'populate=readers')).readers)).toEqual(['bob']);
    expect(names((await note(1, 'populate=readers&status=draft')).readers)).toEqual(['bob', 'ann']);
    expect(titles((await user(ann, 'populate=reading')).reading)).toEqual(['one']);
    await site.request('PUT', path, { token: ann.token, body: { data: {} } });
    expect(titles((await user(ann, 'populate=reading')).reading)).toEqual(['one', 'two']);
  });

  it('end when the user is deleted', async () => {
    const dora = await register(site, 'dora');
    const body = { favourites: [notes[0]], pinned: notes[1] };
    expect((await site.request('PUT', `/api/users/${dora.id}`, { token: dora.token, body })).status).toBe(200);
    expect((await note(1, 'populate=pinnedBy')).pinnedBy.username).toBe('dora');
    expect((await site.request('DELETE', `/api/users/${dora.id}`, { token: ed.token })).status).toBe(200);
    expect((await note(1, 'populate=pinnedBy')).pinnedBy).toBeNull();
    expect(names((await note(0, 'populate=fans')).fans)).toEqual(['bob']);
  });
});

describe('rules', () => {
  it('limit each user to their own documents', async () => {
    const { token } = bob;
    const body = { data: { title: 'mine now' } };
    expect((await site.request('PUT', `/api/notes/${notes[0]}`, { token, body })).status).toBe(404);
    expect((await site.request('PUT', `/api/users/${ann.id}`, { token, body: { bio: 'x' } })).status).toBe(404);
    expect((await site.request('PUT', `/api/users/${bob.id}`, { token, body: { bio: 'x' } })).status).toBe(200);
    for (const forbidden of ['role', 'email', 'password', 'confirmed', 'blocked', 'provider']) {
      const reply = await site.request('PUT', `/api/users/${bob.id}`, {
        token,
        body: { [forbidden]: 'authenticated' },
      });
      expect(reply.status, forbidden).toBe(400);
    }
    expect((await site.request('DELETE', `/api/users/${bob.id}`, { token })).status).toBe(403);
  });

  it('show the allowed attributes of other users', async () => {
    const { body } = await site.request('GET', '/api/users');
    expect(Object.keys(body[0])).toEqual([
      'id',
      'documentId',
      'username',
      'bio',
      'createdAt',
      'updatedAt',
      'publishedAt',
    ]);
    for (const query of ['filters[username]=ann', 'filters[email]=x', 'sort=email', 'fields=email', 'populate=notes']) {
      expect((await site.request('GET', `/api/users?${query}`)).status, query).toBe(400);
    }
    const owner = (await site.request('GET', `/api/notes/${notes[0]}?populate=owner`)).body.data.owner;
    expect(owner).toMatchObject({ username: 'ann' });
    expect(owner).not.toHaveProperty('email');
  });

  it('hold from the other side of a relation, and for documents taken from other users', async () => {
    const pin = (person: Person, token: string) =>
      site.request('PUT', `/api/users/${person.id}`, { token, body: { pinned: notes[2] } });
    expect((await pin(ann, ann.token)).status).toBe(200);
    expect((await pin(bob, bob.token)).status).toBe(400);
    const body = { data: { pinnedBy: bob.documentId } };
    const through = await site.request('PUT', `/api/notes/${notes[2]}`, { token: ann.token, body });
    expect(through.status).toBe(403);
    expect((await note(2, 'populate=pinnedBy')).pinnedBy.username).toBe('ann');
    // An editor has no such limits.
    expect((await pin(bob, ed.token)).status).toBe(200);
    expect((await note(2, 'populate=pinnedBy')).pinnedBy.username).toBe('bob');
  });

  it('let a role create users with the attributes that it may write, and with no others', async () => {
    const { settings } = members.definition;
    const writable = ['username', 'email', 'password', 'role'];
    const editor = { user: { actions: ['create'], writable }, role: ['find'] };
    const limited = await openSite(members, {
      settings: { permissions: { ...settings.permissions, editor } },
      test: site.test,
    });
    const role = ((await user(ann, 'populate=role')) as { role: { id: number } }).role.id;
    const create = (fields: object) =>
      limited.request('POST', '/api/users', {
        token: ed.token,
        body: { username: 'fay', email: 'fay@example.org', password: 'secret1', role, ...fields },
      });
    for (const fields of [{ provider: 'local' }, { provider: 'google' }, { confirmed: true }, { bio: 'x' }]) {
      const [name] = Object.keys(fields);
      expect((await create(fields)).body.error.message).toBe(`Invalid key ${name}`);
    }
    const { status, body } = await create({});
    expect([status, body.provider, body.username]).toEqual([201, 'local', 'fay']);
  });

  it('let no write leave a user outside of them', async () => {
    const { settings } = members.definition;
    const user = { actions: ['find', 'create', 'update'], where: { bio: 'ours' } };
    const limited = await openSite(members, {
      settings: { permissions: { ...settings.permissions, editor: { user, role: ['find'] } } },
      test: site.test,
    });
    const [role] = (await site.request('GET', '/api/users-permissions/roles', { token: ed.token })).body.roles;
    const gus = { username: 'gus', email: 'gus@example.org', password: 'secret1', role: role.id };
    const send = (method: string, path: string, body: object) =>
      limited.request(method, `/api/users${path}`, { token: ed.token, body });
    expect((await send('POST', '', { ...gus, bio: 'theirs' })).status).toBe(403);
    expect(await site.test.rows(`select 1 from users where username = 'gus'`)).toEqual([]);
    const made = await send('POST', '', { ...gus, bio: 'ours' });
    expect(made.status).toBe(201);
    expect((await send('PUT', `/${made.body.id}`, { bio: 'theirs' })).status).toBe(403);
    expect((await send('PUT', `/${made.body.id}`, { username: 'gus2' })).body).toMatchObject({ bio: 'ours' });
  });

  it('let a registration set the attributes that the config lists', async () => {
    const fields = { username: 'eve', email: 'eve@example.org', password: 'secret1', bio: 'hello' };
    const made = await site.request('POST', '/api/auth/local/register', { body: fields });
    expect(made.status).toBe(200);
    expect(made.body.user.bio).toBe('hello');
    const more = { ...fields, username: 'mal', email: 'mal@example.org', favourites: notes };
    expect((await site.request('POST', '/api/auth/local/register', { body: more })).status).toBe(400);
  });
});
