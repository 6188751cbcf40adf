import { expect, test } from 'vitest';

import { settings } from '../../test/sample-model.js';
import { modelOf } from '../../test/model-of.js';
import { isMarked } from '../files/generated-file.js';
import type { ContentModel } from '../model/model.js';
import { surfaceFile } from './surface.js';

type Permissions = Parameters<typeof surfaceFile>[1]['permissions'];

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
