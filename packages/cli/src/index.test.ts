import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { temporaryProject } from '../test/temporary-project.js';
import { defineComponent, defineConfig, defineContentType } from './index.js';

test('define functions return their argument', () => {
  const attributes = { title: { type: 'string' } } as const;
  expect(defineContentType({ name: 'article', attributes })).toEqual({ name: 'article', attributes });
  expect(defineComponent({ attributes })).toEqual({ attributes });
  expect(defineConfig({ output: 'x' })).toEqual({ output: 'x' });
});

/** Every kind of attribute, first correct, then each with one error on its own line. */
const right = `
    string: { type: 'string', required: true, unique: true, minLength: 1, maxLength: 9, regex: '^a', default: 'a' },
    text: { type: 'text', private: true, searchable: false },
    richtext: { type: 'richtext', writable: false, visible: false, configurable: true },
    email: { type: 'email', renamedFrom: 'mail' },
    password: { type: 'password', minLength: 6 },
    uid: { type: 'uid', targetField: 'string' },
    enumeration: { type: 'enumeration', enum: ['a', 'b'], default: 'a' },
    integer: { type: 'integer', min: 0, max: 5, default: 1 },
    big: { type: 'biginteger', min: '0', max: 5 },
    boolean: { type: 'boolean', default: false },
    date: { type: 'date', default: '2024-01-31', localized: true },
    json: { type: 'json', default: { any: [1, null, 'x'] } },
    blocks: { type: 'blocks' },
    media: { type: 'media', multiple: true, allowedTypes: ['images', 'files'] },
    component: { type: 'component', component: 'shared.seo', repeatable: true, min: 1, max: 2 },
    zone: { type: 'dynamiczone', components: ['shared.seo'], max: 3 },
    one: { type: 'relation', relation: 'manyToOne', target: 'author', inversedBy: 'articles' },
    many: { type: 'relation', relation: 'oneToMany', target: 'author', mappedBy: 'article' },
    even: { type: 'relation', relation: 'manyToMany', target: 'tag', inversedBy: 'articles' },
    other: { type: 'relation', relation: 'oneToOne', target: 'tag', mappedBy: 'article' },
    alone: { type: 'relation', relation: 'oneToOne', target: 'tag' },
    morph: { type: 'relation', relation: 'morphToMany' },
    inverse: { type: 'relation', relation: 'morphOne', target: 'tag', morphBy: 'items' },`;

const wrong = [
  `{ type: 'sting' }`,
  `{ type: 'string', maxLenght: 5 }`,
  `{ type: 'string', maxLength: '5' }`,
  `{ type: 'string', min: 5 }`,
  `{ type: 'integer', default: 'one' }`,
  `{ type: 'boolean', unique: true }`,
  `{ type: 'enumeration' }`,
  `{ type: 'media', allowedTypes: ['image'] }`,
  `{ type: 'component' }`,
  `{ type: 'dynamiczone', components: 'shared.seo' }`,
  `{ type: 'relation', relation: 'manyToOne' }`,
  `{ type: 'relation', relation: 'manyToOne', target: 'a', mappedBy: 'b' }`,
  `{ type: 'relation', relation: 'oneToMany', target: 'a', inversedBy: 'b' }`,
  `{ type: 'relation', relation: 'manyToMany', target: 'a', inversedBy: 'b', mappedBy: 'b' }`,
  `{ type: 'relation', relation: 'morphToOne', target: 'a' }`,
  `{ type: 'relation', relation: 'morphMany', target: 'a' }`,
  `{ type: 'relation', relation: 'belongsTo', target: 'a' }`,
];

const wrongConfigs = [
  `{ ouput: 'x' }`,
  `{ api: { rest: { maxLimit: '5' } } }`,
  `{ api: { responses: 'v4' } }`,
  `{ permissions: { public: 'all' } }`,
  `{ tokens: [{ name: 'x', type: 'custom' }] }`,
];

test('the types accept correct definitions and reject wrong ones', () => {
  const root = temporaryProject({
    'right.ts': `${imports}
export default defineContentType({
  name: 'article', plural: 'articles', kind: 'singleType', table: 'a', draftAndPublish: true, localized: true,
  attributes: {${right}
  },
});
export const config = defineConfig({ permissions: { public: '*', editor: { article: ['find'], tag: '*' } } });
`,
    'wrong.ts': `${imports}\n${[
      ...wrong.map((attribute) => `defineContentType({ attributes: { x: ${attribute} } });`),
      `defineContentType({ name: 'x' });`,
      `defineComponent({ attributes: {}, draftAndPublish: true });`,
      ...wrongConfigs.map((config) => `defineConfig(${config});`),
    ].join('\n')}\n`,
    'tsconfig.json': {
      compilerOptions: {
        strict: true,
        noEmit: true,
        module: 'NodeNext',
        target: 'ES2023',
        types: [],
        skipLibCheck: true,
        paths: { 'content-gen': [fileURLToPath(new URL('index.ts', import.meta.url))] },
      },
      files: ['right.ts', 'wrong.ts'],
    },
  });
  const output = compile(root);
  const places = [...output.matchAll(/^(\S+)\((\d+),\d+\): error/gm)].map(([, file, line]) => `${file}:${line}`);
  const expected = Array.from(
    { length: wrong.length + 2 + wrongConfigs.length },
    (_, index) => `wrong.ts:${index + 2}`,
  );
  expect([...new Set(places)]).toEqual(expected);
});

const imports = `import { defineComponent, defineConfig, defineContentType } from 'content-gen';`;

/** The errors of the compiler in a wrong project. */
function compile(root: string): string {
  const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
  try {
    return execFileSync(process.execPath, [tsc, '-p', '.'], { cwd: root, encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    if (error instanceof Error && 'stdout' in error) return String(error.stdout);
    throw error;
  }
}
