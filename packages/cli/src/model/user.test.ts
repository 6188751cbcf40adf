import { expect, test } from 'vitest';

import { attributeOf, modelOf, typeNamed } from '../../test/model-of.js';

const owner = { type: 'relation', relation: 'manyToOne', target: 'plugin::users-permissions.user' };

test('the user type exists only if a relation points at it', async () => {
  const without = await modelOf({ 'content/article.json': { attributes: {} } });
  expect(without.contentTypes.map(({ name }) => name)).toEqual(['article']);

  for (const target of ['user', owner.target]) {
    const model = await modelOf({ 'content/article.json': { attributes: { owner: { ...owner, target } } } });
    expect(attributeOf(model, 'article', 'owner')).toMatchObject({ target: 'user' });
    expect(typeNamed(model, 'user')).toMatchObject({
      uid: 'plugin::users-permissions.user',
      plural: 'users',
      table: 'users',
      draftAndPublish: false,
    });
    expect(typeNamed(model, 'user')).not.toHaveProperty('source');
  }
});

test('a relation of Strapi to a user that only code extends is one-way', async () => {
  const sides = {
    likes: { ...owner, relation: 'manyToMany', mappedBy: 'likes' },
    author: { ...owner, inversedBy: 'posts' },
  };
  const model = await modelOf({ 'src/api/article/content-types/article/schema.json': { attributes: sides } });
  expect(attributeOf(model, 'article', 'author')).not.toHaveProperty('inverse');
  expect(attributeOf(model, 'article', 'likes')).toMatchObject({ storage: { at: 'link' } });
});

test('the table of users gives way to that of another type', async () => {
  const files = {
    'content/person.ts': `import { defineContentType } from 'content-gen';
export default defineContentType({ table: 'users', attributes: { owner: { type: 'relation', relation: 'manyToOne', target: 'user' } } });`,
  };
  const model = await modelOf(files);
  expect(model.contentTypes.map(({ table }) => table)).toEqual(['users', 'up_users']);
});

test('secrets of users are private', async () => {
  const model = await modelOf({ 'content/user.json': { attributes: { password: { type: 'password' } } } });
  const hidden = typeNamed(model, 'user').attributes.filter((attribute) => attribute.private);
  expect(hidden.map(({ name }) => name)).toEqual(['password', 'resetPasswordToken', 'confirmationToken']);
});

test('Strapi’s extension of the user type adds attributes', async () => {
  const model = await modelOf({
    'src/api/article/content-types/article/schema.json': {
      attributes: { author: { ...owner, inversedBy: 'articles' } },
    },
    'src/extensions/users-permissions/content-types/user/schema.json': {
      kind: 'collectionType',
      collectionName: 'up_users',
      info: { name: 'user', singularName: 'user', pluralName: 'users', displayName: 'User' },
      options: { draftAndPublish: false, timestamps: true },
      attributes: {
        username: { type: 'string', minLength: 5, unique: true, configurable: false, required: true },
        role: {
          type: 'relation',
          relation: 'manyToOne',
          target: 'plugin::users-permissions.role',
          inversedBy: 'users',
          configurable: false,
        },
        articles: { type: 'relation', relation: 'oneToMany', target: 'api::article.article', mappedBy: 'author' },
        bio: { type: 'text' },
      },
    },
  });
  const user = typeNamed(model, 'user');
  expect(user).toMatchObject({ uid: 'plugin::users-permissions.user', table: 'up_users' });
  expect(user.attributes.map(({ name }) => name)).toEqual([
    'username',
    'email',
    'provider',
    'password',
    'resetPasswordToken',
    'confirmationToken',
    'confirmed',
    'blocked',
    'role',
    'articles',
    'bio',
  ]);
  expect(attributeOf(model, 'user', 'username')).toMatchObject({ minLength: 5 });
  expect(attributeOf(model, 'user', 'role')).toMatchObject({ kind: 'role' });
  expect(attributeOf(model, 'article', 'author')).toMatchObject({ inverse: 'articles' });
});
