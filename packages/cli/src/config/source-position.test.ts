import { expect, test } from 'vitest';

import { locate } from './source-position.js';

const source = {
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
