import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { valueOf } from '../../test/model-of.js';
import { temporaryProject, writeFiles } from '../../test/temporary-project.js';
import { loadConfig } from '../config/index.js';
import { type RawDefinition, literalOf, propertyOf } from '../definitions/raw.js';
import type { Result } from '../diagnostics/diagnostic.js';
import { loadDefinitions } from './index.js';

const schema = { kind: 'collectionType', attributes: { title: { type: 'string' } } };

test('definitions are found in the flat layout and in Strapi’s', async () => {
  const root = temporaryProject({
    'content/article.ts': definition('{ attributes: {} }'),
    'content/page.json': schema,
    'content/readme.md': 'not a definition',
    'content/article.test.ts': 'not a definition',
    'content/components/shared/seo.ts': definition('{ attributes: {} }', 'defineComponent'),
    'content/components/shared/quote.json': schema,
    'src/api/blog/content-types/post/schema.json': schema,
    'src/api/blog/controllers/post.ts': 'not a definition',
    'src/api/blog/content-types/post/lifecycles.ts': 'not a definition',
    'src/components/layout/hero.json': schema,
    'src/components/layout/button.ts': 'not a definition',
    'src/extensions/users-permissions/content-types/user/schema.json': schema,
    'src/extensions/users-permissions/strapi-server.ts': 'not a definition',
  });
  const found = valueOf(await load(root)).map(({ value: _value, format: _format, ...rest }) => rest);
  expect(found).toEqual([
    { file: 'content/article.ts', kind: 'contentType', name: 'article', extension: false },
    {
      file: 'content/components/shared/quote.json',
      kind: 'component',
      name: 'quote',
      group: 'shared',
      extension: false,
    },
    { file: 'content/components/shared/seo.ts', kind: 'component', name: 'seo', group: 'shared', extension: false },
    { file: 'content/page.json', kind: 'contentType', name: 'page', extension: false },
    {
      file: 'src/api/blog/content-types/post/schema.json',
      kind: 'contentType',
      name: 'post',
      group: 'blog',
      extension: false,
    },
    { file: 'src/components/layout/hero.json', kind: 'component', name: 'hero', group: 'layout', extension: false },
    {
      file: 'src/extensions/users-permissions/content-types/user/schema.json',
      kind: 'contentType',
      name: 'user',
      group: 'users-permissions',
      extension: true,
    },
  ]);
});

test('a folder with a whole Strapi project is searched, except the output', async () => {
  const root = temporaryProject({
    'cms/src/api/article/content-types/article/schema.json': schema,
    'cms/src/components/shared/seo.json': schema,
    'cms/src/generated/article/schema.json': {},
    'cms/config/server.ts': 'not a definition',
  });
  for (const content of ['cms', 'cms/src', ['cms/src/api', 'cms/src/components']]) {
    writeFiles(root, { 'content-gen.config.json': { content, output: 'cms/src/generated' } });
    expect(valueOf(await load(root)).map(({ name }) => name)).toEqual(['article', 'seo']);
  }
});

test('a schema of Strapi may be a module, and its folders give it the names that Strapi gives it', async () => {
  const module = JSON.stringify({ ...schema, collectionName: 'things' });
  const root = temporaryProject({
    'src/api/blogPost/content-types/blogPost/schema.js': `module.exports = ${module};`,
    'src/api/team_member/content-types/TeamMember/schema.ts': `const schema = ${module} as const;\nexport default schema;`,
    'src/components/shared/button.js': `module.exports = ${module};`,
    'src/components/shared/label.ts': `export default ${module} satisfies object;`,
    'src/components/shared/carousel.ts': 'export const Carousel = () => undefined;',
  });
  const found = valueOf(await load(root));
  expect(found.map(({ group, name, format }) => [group, name, format])).toEqual([
    ['blog-post', 'blog-post', 'json'],
    ['team-member', 'team-member', 'json'],
    ['shared', 'button', 'json'],
    ['shared', 'label', 'json'],
  ]);
  for (const { value } of found) expect(literalOf(value)).toMatchObject(schema);
});

test('a module whose schema only a run would tell is an error with its place', async () => {
  const root = temporaryProject({
    'src/api/tag/content-types/tag/schema.js': `const more = require('./more');\nmodule.exports = { attributes: { ...more } };`,
    'src/api/label/content-types/label/schema.ts': `export default makeSchema('label');`,
  });
  const result = await load(root);
  expect(result.ok ? [] : result.diagnostics.map(({ code, span }) => [code, span.file, span.line])).toEqual([
    ['CG203', 'src/api/label/content-types/label/schema.ts', 1],
    ['CG204', 'src/api/tag/content-types/tag/schema.js', 1],
  ]);
});

test('literals of every notation are read with their positions', async () => {
  const root = temporaryProject({
    'content/article.ts': `import { defineContentType } from 'content-gen';

export default defineContentType({
  'name': "article",
  plural: \`articles\`,
  attributes: {
    rating: { type: ('integer' as const), min: -5, max: +5, default: 1_000 },
    extra: { type: 'json', default: { list: [1, 2.5e3, true, false, null, 0x10], 2: 'two' } },
  } as const,
} satisfies object);
`,
  });
  const [article] = valueOf(await load(root));
  expect(literalOf(article!.value)).toEqual({
    name: 'article',
    plural: 'articles',
    attributes: {
      rating: { type: 'integer', min: -5, max: 5, default: 1000 },
      extra: { type: 'json', default: { list: [1, 2500, true, false, null, 16], 2: 'two' } },
    },
  });
  expect(propertyOf(article!.value, 'plural')).toMatchObject({ line: 5, column: 3, value: { line: 5, column: 11 } });
});

test('definitions share constants and functions of the project, which are read and not run', async () => {
  const root = temporaryProject({
    'shared/seo.ts': `import type { AttributeDefinition } from 'content-gen';
import { long } from './lengths.js';
export const seo = {
  metaTitle: { type: 'string', maxLength: long },
  metaText: { type: 'text' },
} as const satisfies Record<string, AttributeDefinition>;
throw new Error('executed');
`,
    'shared/lengths.ts': 'const short = 10;\nexport { short as long };\nexport const sizes = { wide: 80 };\n',
    'shared/index.ts': `export * from './seo';
export * as lengths from './lengths.js';
export function slugFrom(targetField: string, maxLength = 60) {
  return { type: 'uid', targetField, maxLength } as const;
}
export default (name: string) => ({ [name]: { type: 'string', default: \`a \${name}\` } }) as const;
`,
    'content/article.ts': `import { defineContentType } from 'content-gen';
import named, { lengths, seo as meta, slugFrom } from '../shared/index.js';
import * as shared from '../shared/index';

const stamps = { at: { type: 'datetime' } } as const;
const kinds = ['news', 'guide'];

export default defineContentType({
  attributes: {
    ...meta,
    title: { type: 'string', maxLength: lengths.sizes.wide },
    slug: slugFrom('title'),
    code: shared.slugFrom('title', 5),
    metaText: { ...shared.seo.metaText, required: true },
    kind: { type: 'enumeration', enum: [...kinds, 'review'] },
    ...named('extra'),
    ...stamps,
  },
});
`,
  });
  const [article] = valueOf(await load(root));
  const attributes = propertyOf(article!.value, 'attributes')!.value;
  const read = literalOf(attributes);
  expect(read).toEqual({
    metaTitle: { type: 'string', maxLength: 10 },
    metaText: { type: 'text', required: true },
    title: { type: 'string', maxLength: 80 },
    slug: { type: 'uid', targetField: 'title', maxLength: 60 },
    code: { type: 'uid', targetField: 'title', maxLength: 5 },
    kind: { type: 'enumeration', enum: ['news', 'guide', 'review'] },
    extra: { type: 'string', default: 'a extra' },
    at: { type: 'datetime' },
  });
  // As in JavaScript, a value that replaces another one has its place.
  expect(Object.keys(read as object).slice(0, 3)).toEqual(['metaTitle', 'metaText', 'title']);
  expect(attributes).toMatchObject({
    properties: [
      { file: 'shared/seo.ts', line: 4, column: 3, value: { file: 'shared/seo.ts', line: 4 } },
      { line: 14, column: 5 },
      { line: 11, column: 5 },
      { line: 12, value: { file: 'shared/index.ts', line: 4, column: 10 } },
      { line: 13 },
      { line: 15 },
      { file: 'shared/index.ts', line: 6 },
      { line: 5, column: 18 },
    ],
  });
});

test('a change of a shared file, and of the file that it imports, is read', async () => {
  const root = temporaryProject({
    'content/article.ts': sharing('./parts/seo.js'),
    'content/parts/seo.ts': `export * from './deep.js';`,
    'content/parts/deep.ts': `export const shared = { title: { type: 'string' } };`,
  });
  const before = valueOf(await load(root));
  expect(literalOf(before[0]!.value)).toEqual({ attributes: { title: { type: 'string' } } });
  expect(valueOf(await load(root))).toEqual(before);
  writeFiles(root, { 'content/parts/deep.ts': `export const shared = { title: { type: 'text' } };` });
  expect(literalOf(valueOf(await load(root))[0]!.value)).toEqual({ attributes: { title: { type: 'text' } } });
});

test('definitions of one text that share files of different folders differ', async () => {
  const text = sharing('./shared.js');
  const root = temporaryProject({
    'content-gen.config.json': { content: ['one', 'two'] },
    'one/article.ts': text,
    'one/shared.ts': `export const shared = { title: { type: 'string' } };`,
    'two/page.ts': text,
    'two/shared.ts': `export const shared = { title: { type: 'text' } };`,
  });
  for (let time = 0; time < 2; time++) {
    expect(valueOf(await load(root)).map(({ file, value }) => [file, literalOf(value)])).toEqual([
      ['one/article.ts', { attributes: { title: { type: 'string' } } }],
      ['two/page.ts', { attributes: { title: { type: 'text' } } }],
    ]);
  }
});

test('an error in shared attributes is reported once, with its place and a use', async () => {
  const root = temporaryProject({
    'content/article.ts': sharing('../shared.js'),
    'content/page.ts': sharing('../shared.js'),
    'shared.ts': `export const shared = { title: { type: 'string', maxLength: Number('5') } };`,
  });
  const result = await load(root);
  expect(result.ok ? [] : result.diagnostics).toEqual([
    {
      code: 'CG204',
      span: { file: 'shared.ts', line: 1, column: 61 },
      message: 'Number is not a literal value',
      hint: 'shared.ts has no constant or function Number at its top (used at content/article.ts:4:53)',
    },
  ]);
});

test('no code of a definition is run', async () => {
  const root = temporaryProject({
    'content/article.ts': `import './marker';
${definition('{ attributes: {} }')}
throw new Error('executed');
`,
  });
  expect(valueOf(await load(root))).toHaveLength(1);
});

test('JSON has correct positions with any line endings', async () => {
  const root = temporaryProject({
    'content/article.json': '\uFEFF{\r\n  "attributes": {\r\n    "title": { }\r\n  }\r\n}',
  });
  const [article] = valueOf(await load(root));
  const attributes = propertyOf(article!.value, 'attributes')!;
  expect(attributes).toMatchObject({ line: 2, column: 3, value: { line: 2, column: 17 } });
});

test('the cache stores definitions by the hash of their text', async () => {
  const root = temporaryProject({ 'content/article.ts': definition(`{ name: 'first', attributes: {} }`) });
  const cache = join(root, '.content-gen/cache/definitions.json');
  const first = valueOf(await load(root));
  expect(existsSync(cache)).toBe(true);

  // The wrong entry of the cache is used, so the file was not parsed again.
  writeFileSync(cache, readFileSync(cache, 'utf8').replace('"first"', '"cached"'));
  expect(literalOf(valueOf(await load(root))[0]!.value)).toMatchObject({ name: 'cached' });

  writeFiles(root, { 'content/article.ts': definition(`{ name: 'second', attributes: {} }`) });
  expect(literalOf(valueOf(await load(root))[0]!.value)).toMatchObject({ name: 'second' });

  writeFiles(root, { 'content/article.ts': definition(`{ name: 'first', attributes: {} }`) });
  expect(valueOf(await load(root))).toEqual(first);
});

test('a broken cache does not matter', async () => {
  const root = temporaryProject({
    'content/article.ts': definition('{ attributes: {} }'),
    '.content-gen/cache/definitions.json': '{ "layout": ',
  });
  expect(valueOf(await load(root))).toHaveLength(1);
});

/** A definition whose attributes are the export `shared` of another file. */
function sharing(from: string): string {
  return `import { defineContentType } from 'content-gen';
import { shared } from '${from}';

export default defineContentType({ attributes: { ...shared } });
`;
}

function definition(value: string, define = 'defineContentType'): string {
  return `import { ${define} } from 'content-gen';\n\nexport default ${define}(${value});\n`;
}

async function load(root: string): Promise<Result<readonly RawDefinition[]>> {
  return loadDefinitions(valueOf(await loadConfig(root)));
}
