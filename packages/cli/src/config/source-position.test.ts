import { expect, test } from 'vitest';

import { locate } from './source-position.js';

const source = {
  root: '.',
  file: 'content-gen.config.ts',
  text: `// output: 'commented out'
export default defineConfig({
  output: 'src/output: none',
  "api": { rest: { maxLimit: 5 } },
  /* permissions: {} */
  permissions: {
    public: { article: ['find', 'read'], 'blog-post': '*' },
    editor: { article: ['read'] },
  },
});
`,
};

test.each([
  [['output'], 3, 3],
  [['api', 'rest', 'maxLimit'], 4, 20],
  [['permissions', 'public', 'article', { item: 'read' }], 7, 33],
  [['permissions', 'public', 'blog-post'], 7, 42],
  [['permissions', 'editor', 'article', { item: 'read' }], 8, 25],
])('%j is at %d:%d', (path, line, column) => {
  expect(locate(source, path)).toEqual({ file: source.file, line, column });
});

test('an absent key gets the position of the nearest one', () => {
  expect(locate(source, ['api', 'cors'])).toMatchObject({ line: 4, column: 3 });
  expect(locate(source, ['tokens'])).toMatchObject({ line: 1, column: 1 });
  expect(locate(source, ['a.b[('])).toMatchObject({ line: 1, column: 1 });
});

test.each([
  // Roles and types have the same names.
  [['permissions', 'public', 'editor', { item: 'read' }], 5, '`read`]'],
  [['permissions', 'editor', 'public'], 6, "['public']"],
  [['permissions', 'reader', 'editor', 'readable', { item: 'title' }], 2, "'title'"],
  [['permissions', 'late', 'public'], 8, "public: ['find']"],
  [['permissions', 'quoted', 'public'], 9, '"public"'],
  // Texts and comments that look like keys.
  [['api', 'populate'], 12, 'populate: {} /*'],
  // The second of two tokens, and one whose name is an action of another.
  [['tokens', { item: 'b' }, { item: 'editor.find' }], 16, "'editor.find'"],
  [['tokens', { index: 1 }, 'type'], 16, 'type'],
])('in code with constants, spreads and conditions, %j is in line %d, at %s', (path, line, start) => {
  const text = `const base = {
  reader: { editor: { actions: [], readable: ['title'] } },
};
const permissions = {
  public: { editor: [\`read\`], public: ['find'] },
  editor: { ['public']: '*' },
  ...base,
  late: process.env.CI ? {} : { public: ['find'] },
  'quoted': { "public": ['find'] },
} as const;
export default defineConfig({
  api: { prefix: 'populate: {}', populate: {} /* populate: {} */ },
  permissions,
  tokens: [
    { name: 'a', actions: ['b', 'editor.find'] },
    { name: 'b', type: 'custom', actions: ['editor.find'] },
  ],
} satisfies Config);
`;
  const found = locate({ root: '.', file: 'content-gen.config.ts', text }, path);
  const rest = text.split('\n')[found.line - 1]?.slice(found.column - 1);
  expect([found.line, rest?.slice(0, start.length)]).toEqual([line, start]);
});

test.each([
  ['content-gen.config.json', undefined, '{ "api": { "tokens": 1 },\n  "tokens": [{ "name": "a" }] }'],
  ['package.json', 'content-gen', '{ "tokens": 1, "content-gen": {\n  "tokens": [] } }'],
  ['content-gen.config.js', undefined, 'module.exports = { api: { tokens: 1 },\n  tokens: [] };'],
])('%s has positions', (file, section, text) => {
  expect(locate({ root: '.', file, text, ...(section && { section }) }, ['tokens'])).toMatchObject({
    line: 2,
    column: 3,
  });
});
