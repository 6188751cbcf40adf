/** Strapi projects whose schemas are modules, in folders of any case: `move` brings them along, and `check` accepts them. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { inProcess } from '../in-process.js';
import { temporaryProject } from '../temporary-project.js';

const manifest = {
  dependencies: { '@strapi/strapi': '5.31.0', '@strapi/plugin-users-permissions': '5.31.0' },
};

const schemaOf = (name: string, attributes: object) => ({
  kind: 'collectionType',
  collectionName: `${name.replace('-', '_')}s`,
  info: { singularName: name, pluralName: `${name}s`, displayName: name },
  attributes,
});

function strapiProject(): string {
  const post = schemaOf('blog-post', {
    title: { type: 'string' },
    tags: { type: 'relation', relation: 'manyToMany', target: 'api::my-tag.my-tag', inversedBy: 'posts' },
    button: { type: 'component', component: 'shared.button' },
  });
  const tag = schemaOf('my-tag', {
    posts: { type: 'relation', relation: 'manyToMany', target: 'api::blog-post.blog-post', mappedBy: 'tags' },
  });
  const button = { collectionName: 'components_buttons', info: { displayName: 'Button' }, attributes: {} };
  return temporaryProject({
    'package.json': manifest,
    'src/api/blogPost/content-types/blogPost/schema.js': `module.exports = ${JSON.stringify(post)};`,
    'src/api/my_tag/content-types/my_tag/schema.ts': `export default ${JSON.stringify(tag)};`,
    'src/components/shared/button.js': `module.exports = ${JSON.stringify(button)};`,
    'src/extensions/users-permissions/content-types/user/schema.json': {
      ...schemaOf('user', { phone: { type: 'string' } }),
      collectionName: 'up_users',
    },
    'config/plugins.js': `module.exports = {
      'users-permissions': { config: { register: { allowedFields: ['username', 'email', 'password', 'phone', 'fax'] } } },
    };`,
  });
}

test('modules are content types in the report, and come along', async () => {
  const root = strapiProject();
  const into = temporaryProject({});
  const moved = await inProcess(root, ['move', '--json', '--into', into]);
  expect(moved.code).toBe(0);
  const { findings } = JSON.parse(moved.stdout) as { findings: { outcome: string; kind: string; name: string }[] };
  const schemas = findings.filter(({ kind }) => kind === 'schema').map(({ outcome, name }) => `${outcome} ${name}`);
  expect(schemas.sort()).toEqual([
    'works component shared.button',
    'works content type blog-post',
    'works content type my-tag',
  ]);
  expect(existsSync(join(into, 'src/api/blogPost/content-types/blogPost/schema.js'))).toBe(true);
  expect(await inProcess(into, ['check'])).toMatchObject({ code: 0 });
});

test('fields that no registration can set stay out of the config, and are named', async () => {
  const root = strapiProject();
  const { stdout } = await inProcess(root, ['move', '--json']);
  expect(readFileSync(join(root, 'content-gen.config.ts'), 'utf8')).toContain("registration: { fields: ['phone'] }");
  const names = (JSON.parse(stdout) as { findings: { outcome: string; name: string }[] }).findings
    .filter(({ name }) => name.startsWith('register.'))
    .map(({ outcome, name }) => `${outcome} ${name}`);
  expect(names.sort()).toEqual(['hand register.allowedFields: fax', 'translated register.allowedFields']);
  expect(await inProcess(root, ['check'])).toMatchObject({ code: 0 });
});
