import { expect, test } from 'vitest';

import { settings } from '../../test/sample-model.js';
import { modelOf } from '../../test/model-of.js';
import { isMarked } from '../files/generated-file.js';
import type { ContentModel } from '../model/model.js';
import { surfaceFile } from './surface.js';

type Permissions = Parameters<typeof surfaceFile>[1]['permissions'];
type TypePermission = Exclude<Permissions[string], '*'>[string];

const files = {
  'content/article.json': {
    attributes: {
      title: { type: 'string' },
      secret: { type: 'string', private: true },
      cover: { type: 'media' },
      seo: { type: 'component', component: 'shared.seo' },
      author: { type: 'relation', relation: 'manyToOne', target: 'author' },
    },
  },
  'content/author.json': { attributes: { name: { type: 'string' }, email: { type: 'email' } } },
  'content/components/shared/seo.json': {
    attributes: { title: { type: 'string' }, note: { type: 'string', private: true } },
  },
};

function surfaceOf(model: ContentModel, permissions: Permissions) {
  const { content } = surfaceFile(model, { ...settings, permissions });
  return { content, ...(JSON.parse(content) as { roles: any; components: any }) };
}

test('a role reads and follows relations to types that it can find', async () => {
  const model = await modelOf(files);
  const { roles, components } = surfaceOf(model, { public: { article: ['find'] } });
  expect(roles.public).toEqual({
    article: {
      may: 'find',
      fields: { title: 'read, filter, sort', cover: 'read', seo: 'read, filter, sort' },
      relations: {},
    },
  });
  expect(components['shared.seo']).toEqual({ title: 'read, filter, sort, write', note: 'write' });

  const wider = surfaceOf(model, { public: { article: ['find'], author: ['find'] } });
  expect(wider.roles.public.article.relations).toEqual({ author: 'author: read, filter, sort' });
});

test('opening a field changes one line of the surface', async () => {
  const model = await modelOf(files);
  const before = surfaceOf(model, { public: { author: { actions: ['find'], readable: ['name'] } } }).content;
  const after = surfaceOf(model, { public: { author: { actions: ['find'], readable: ['name', 'email'] } } }).content;
  const known = new Set(before.split('\n').map((line) => line.replace(/,$/, '')));
  expect(after.split('\n').filter((line) => !known.has(line.replace(/,$/, '')))).toEqual([
    '          "email": "read, filter, sort"',
  ]);
});

test('the surface contains limits', async () => {
  const model = await modelOf(files);
  const { roles } = surfaceOf(model, {
    writer: {
      article: {
        actions: ['find', 'update'],
        readable: ['title', 'cover'],
        filterable: [],
        writable: ['title'],
        where: { title: { $ne: 'hidden' } },
      },
    },
  });
  expect(roles.writer.article).toEqual({
    may: 'find, update',
    where: { title: { $ne: 'hidden' } },
    fields: { title: 'read, write', cover: 'read' },
    relations: {},
  });
});

test('the surface tells rights to drafts from rights to publish', async () => {
  const model = await modelOf({
    'content/article.json': {
      options: { draftAndPublish: true },
      attributes: { badge: { type: 'relation', relation: 'manyToOne', target: 'badge', inversedBy: 'articles' } },
    },
    'content/badge.json': {
      options: { draftAndPublish: true },
      attributes: {
        articles: { type: 'relation', relation: 'oneToMany', target: 'article', mappedBy: 'badge' },
        owner: { type: 'relation', relation: 'manyToOne', target: 'owner', inversedBy: 'badges' },
      },
    },
    'content/owner.json': {
      attributes: { badges: { type: 'relation', relation: 'oneToMany', target: 'badge', mappedBy: 'owner' } },
    },
  });
  const drafts = ['find', 'createDraft', 'updateDraft'];
  const rights = (article: TypePermission, badge: TypePermission) =>
    surfaceOf(model, { writer: { article, badge, owner: '*' } }).roles.writer;
  expect(rights(drafts, drafts).badge).toEqual({
    may: 'find, createDraft, updateDraft',
    fields: {},
    relations: {
      articles: 'article: read, filter, sort, write (changes drafts of article.badge)',
      owner: 'owner: read, filter, sort, write',
    },
  });
  // A type without drafts changes the published badges, too.
  expect(rights(drafts, drafts).owner.relations).toEqual({ badges: 'badge: read, filter, sort' });
  // The larger right includes the smaller one.
  expect(rights([...drafts, 'update'], '*')).toMatchObject({
    article: { may: 'find, update, createDraft' },
    badge: {
      may: 'find, findOne, create, update, delete, findDraft, publish, bulk',
      relations: { articles: 'article: read, filter, sort, write (changes article.badge)' },
    },
    owner: { may: 'find, findOne, create, update, delete, findDraft, publish, bulk' },
  });
});

test('a role with all rights shows everything', async () => {
  const { roles, content } = surfaceOf(await modelOf(files), { owner: '*' });
  expect(Object.keys(roles.owner)).toEqual(['article', 'auth', 'author', 'locale', 'role', 'upload', 'user']);
  expect(roles.owner.article.fields.secret).toBe('write');
  expect(isMarked(content)).toBe(true);
});

test('upload.replace is a right of its own: upload does not include it, and * does', async () => {
  const model = await modelOf(files);
  const { roles } = surfaceOf(model, {
    public: { upload: ['upload'] },
    editor: { upload: ['upload', 'replace'] },
    owner: { upload: '*' },
  });
  expect(roles.public.upload).toEqual({ may: 'upload' });
  expect(roles.editor.upload).toEqual({ may: 'upload, replace' });
  expect(roles.owner.upload).toEqual({ may: 'find, findOne, findPage, upload, replace, destroy' });
});

const club = {
  'content/user.json': {
    attributes: {
      bio: { type: 'text' },
      badges: { type: 'relation', relation: 'oneToMany', target: 'badge', mappedBy: 'holder' },
      friends: { type: 'relation', relation: 'manyToMany', target: 'user' },
      team: { type: 'relation', relation: 'manyToOne', target: 'team', inversedBy: 'members' },
    },
  },
  'content/badge.json': {
    attributes: { holder: { type: 'relation', relation: 'manyToOne', target: 'user', inversedBy: 'badges' } },
  },
  'content/team.json': {
    attributes: { members: { type: 'relation', relation: 'oneToMany', target: 'user', mappedBy: 'team' } },
  },
};

test('a write from the other side of a relation names the attribute of the owner that it changes', async () => {
  const model = await modelOf(club);
  const user = ['find', 'update'];
  const lineWith = (badge: Exclude<Permissions[string], '*'>[string]) =>
    surfaceOf(model, { member: { user, badge } }).roles.member.user.relations.badges;
  expect(lineWith(['find', 'update'])).toBe('badge: read, filter, sort, write (changes badge.holder)');
  expect(lineWith(['find', 'create', 'delete'])).toBe('badge: read, filter, sort');
  expect(lineWith({ actions: ['find', 'update'], writable: [] })).toBe('badge: read, filter, sort');
  const limited = 'badge: read, filter, sort, write (changes badge.holder of rows that it may update)';
  const where = { holder: { documentId: '$caller' } };
  expect(lineWith({ actions: ['find', 'update'], whereTo: { update: where } })).toBe(limited);
  expect(lineWith({ actions: ['find', 'update'], where })).toBe(limited);
  expect(surfaceOf(model, { member: { user, badge: ['update'] } }).roles.member.user.relations.badges).toBeUndefined();
});

test('a registration lists its fields and the relations that it writes, with the rights of the role it gives', async () => {
  const model = await modelOf(club);
  const fields = ['bio', 'badges', 'friends', 'team'];
  const registrationOf = (permissions: Permissions, users: object) => {
    const { content } = surfaceFile(model, { ...settings, permissions, users: { registration: { fields }, ...users } });
    return JSON.parse(content).registration;
  };
  const open = { public: { auth: ['register'] } };
  expect(registrationOf(open, {})).toEqual({ role: 'authenticated', fields: 'username, email, password, bio' });
  expect(registrationOf({}, {})).toBeUndefined();
  const member = { badge: ['find', 'update'], team: ['find'], user: ['me'] };
  expect(registrationOf({ ...open, member }, { defaultRole: 'member' })).toEqual({
    role: 'member',
    fields: 'username, email, password, bio',
    relations: { badges: 'badge: write (changes badge.holder)', team: 'team: write' },
  });
});
