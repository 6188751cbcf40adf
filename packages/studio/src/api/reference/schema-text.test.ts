import { expect, test } from 'vitest';

import { exampleBody } from './example-body.js';
import type { OpenApi, Schema } from './openapi.js';
import { schemaText } from './schema-text.js';

const document: OpenApi = {
  paths: {},
  components: {
    schemas: {
      Article: {
        type: 'object',
        properties: {
          title: { type: 'string' },
          kind: { enum: ['news', 'opinion'] },
          views: { type: ['integer', 'null'] },
          author: { anyOf: [{ $ref: '#/components/schemas/Author' }, { type: 'null' }] },
          tags: { type: 'array', items: { type: 'string' } },
        },
        required: ['title'],
      },
      Author: {
        type: 'object',
        properties: { name: { type: 'string' }, best: { $ref: '#/components/schemas/Article' } },
      },
    },
  },
};
const article: Schema = { $ref: '#/components/schemas/Article' };

test('a schema reads like a type, and schemas that contain each other end', () => {
  const text = schemaText(document, article);
  expect(text).toContain('  title: string;\n  kind?: "news" | "opinion";\n  views?: number | null;\n');
  expect(text).toContain('  tags?: string[];\n');
  expect(text).toMatch(/best\?: (Article|\{)/);
  expect(text.length).toBeLessThan(2_000);
});

test('an example has the values of a real document, and leaves out what bodies write in another form', () => {
  const body: Schema = { type: 'object', properties: { data: article } };
  expect(exampleBody(document, body, { title: 'Sea', author: { name: 'Ines' }, views: null })).toEqual({
    data: { title: 'Sea', kind: 'news', views: null },
  });
  expect(exampleBody(document, body, undefined)).toEqual({ data: { title: 'text', kind: 'news', views: 1 } });
});
