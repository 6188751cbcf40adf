/** Editors show the type of a result as its properties, and not as the computation that leads to them. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { Project } from 'ts-morph';
import { expect, test } from 'vitest';

const fixtures = fileURLToPath(new URL('../../../fixtures/', import.meta.url));

const source = `import { createContent } from '@content-gen/runtime';

import { contentDefinition } from './content/index.js';

const { articles } = createContent(contentDefinition).asSystem();

export const { data: shown } = await articles.findOne('a', {
  fields: ['title'],
  populate: {
    author: { fields: ['name'], populate: { articles: { fields: ['rating'] } } },
    content: { on: { 'blocks.hero': { fields: ['title'] } } },
    gallery: { count: true },
  },
});
`;

test('hovering a result shows a readable type', () => {
  const project = new Project({ tsConfigFilePath: join(fixtures, 'tsconfig.json'), skipAddingFilesFromTsConfig: true });
  const file = project.createSourceFile(join(fixtures, 'desk/src/hover.ts'), source);
  const { compilerObject } = project.getLanguageService();
  const info = compilerObject.getQuickInfoAtPosition(file.getFilePath(), source.indexOf('shown'));
  const text = info?.displayParts?.map((part) => part.text).join('') ?? '';
  expect(text.replace(/\s+/g, ' ')).toBe(
    'const shown: { title: string | null; ' +
      'author: { name: string; articles: { rating: number | null; id: number; documentId: string; }[]; ' +
      'id: number; documentId: string; } | null; ' +
      'content: { title: string | null; id: number; __component: "blocks.hero"; }[]; ' +
      'gallery: { count: number; }; id: number; documentId: string; }',
  );
});
