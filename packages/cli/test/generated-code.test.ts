/** The generated code must pass the compiler and the linter, and load in Node. */
import { basename, dirname, join } from 'node:path';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { describe, expect, test } from 'vitest';

import { projects } from '../../../fixtures/projects.mjs';
import { isDeep } from '../../runtime/test/harness/suite.js';
import { emit } from '../src/emit/index.js';
import { type Outcome, project, run } from './command-line.js';
import { contentType, modelOf, scalar, settings } from './sample-model.js';

const repository = fileURLToPath(new URL('../../../', import.meta.url));
const fixtures = join(repository, 'fixtures');
const resolve = createRequire(join(repository, 'package.json')).resolve;
const tsc = join(dirname(resolve('typescript/package.json')), 'bin/tsc');
const oxlint = join(dirname(resolve('oxlint/package.json')), 'bin/oxlint');

/** Inside a fixture, because imports resolve there. Git ignores the folder. */
const scratch = join(fixtures, 'blog/.content-gen/test');

const strict = {
  target: 'ES2023',
  module: 'NodeNext',
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noUnusedLocals: true,
  verbatimModuleSyntax: true,
  skipLibCheck: true,
  noEmit: true,
  types: [],
};

const looseOptions: readonly (readonly [string, object])[] = [
  ['the defaults of bundlers', { module: 'Preserve', noEmit: true, skipLibCheck: true, types: [] }],
  [
    'not strict',
    { module: 'ESNext', moduleResolution: 'Bundler', strict: false, noEmit: true, skipLibCheck: true, types: [] },
  ],
];

async function compile(
  files: Record<string, string>,
  options: object = strict,
  include: string[] = ['.'],
): Promise<Outcome> {
  const tsconfig = JSON.stringify({ compilerOptions: options, include });
  const root = await project({ ...files, 'tsconfig.json': tsconfig }, { parent: scratch });
  return run(process.execPath, [tsc, '-p', root, '--pretty', 'false'], root);
}

describe('the compiler', () => {
  // `npm run types` compiles all fixtures with strict options, so that the quick suite needs no other.
  test.each(isDeep ? looseOptions : [])('accepts every fixture: %s', async (_, options) => {
    const outcome = await compile(
      {},
      options,
      projects.map((root) => join(root, 'src')),
    );
    expect(outcome).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  test('rejects a wrong filter, populate or body in user code', async () => {
    const content = '../../../src/content';
    const lines: readonly [code: string, isWrong: boolean][] = [
      [`import { articleFilters, articlePopulate } from '${content}/article/validators.js';`, false],
      [`import type { Article, ArticleInput } from '${content}/article/types.js';`, false],
      [`import type { AuthorInput } from '${content}/author/types.js';`, false],
      [
        "articleFilters({ title: { $containsi: 'a' }, author: { name: 'b' }, $or: [{ rating: 1 }, { mood: 'calm' }] });",
        false,
      ],
      ["articleFilters({ titel: 'a' });", true],
      ["articleFilters({ title: { $contain: 'a' } });", true],
      ["articleFilters({ mood: 'angry' });", true],
      ['articleFilters({ cover: 1 });', true],
      ["articleFilters({ author: { apiKey: 'x' } });", true],
      [
        "articlePopulate({ author: { populate: { articles: true } }, sections: { on: { 'shared.quote': true } } });",
        false,
      ],
      ['articlePopulate({ title: true });', true],
      ['articlePopulate({ author: { filters: { nmae: 1 } } });', true],
      ["articlePopulate({ sections: { on: { 'shared.seo': true } } });", true],
      ["export const good: ArticleInput = { title: null, tags: { connect: ['a'] }, rating: 3 };", false],
      ["export const bad: ArticleInput = { rating: '3' };", true],
      ['export const cleared: AuthorInput = { name: null };', true],
      ["export const key: AuthorInput = { apiKey: 'secret' };", false],
      ['export const shown = (article: Article) => article.author?.apiKey;', true],
      ['export const length = (article: Article) => article.title.length;', true],
    ];
    const outcome = await compile({ 'use.ts': lines.map(([code]) => `${code}\n`).join('') });
    const wrong = new Set([...outcome.stdout.matchAll(/use\.ts\((\d+),/g)].map((match) => Number(match[1])));
    expect([...wrong].map((line) => lines[line - 1]![0])).toEqual(
      lines.filter(([, isWrong]) => isWrong).map(([code]) => code),
    );
  });

  test('accepts any text from a definition inside quotes', async () => {
    const evil = '*/ \' " ` ${process.exit(1)} \\ \n \u2028 </script> // ';
    const model = modelOf([
      contentType(
        'note',
        [
          scalar('text', 'string', { default: evil, regex: evil, unique: true }),
          scalar('choice', 'enumeration', { values: [evil, 'plain'], default: evil }),
          scalar('data', 'json', { default: { [evil]: [evil], ['__proto__']: { a: evil } } }),
          scalar('constructor', 'string'),
        ],
        { table: evil, source: `content/${evil}.ts`, plural: 'notes' },
      ),
    ]);
    const files = emit(model, {
      settings: { ...settings, api: { ...settings.api, prefix: evil } },
      importExtension: '.js',
    });
    const outcome = await compile(Object.fromEntries(files.map(({ path, content }) => [path, content])));
    expect(outcome).toEqual({ code: 0, stdout: '', stderr: '' });
  });
});

test('the linter finds nothing', async () => {
  const folders = projects.map((root) => join(root, 'src'));
  const outcome = await run(process.execPath, [oxlint, '--deny-warnings', ...folders], repository);
  expect(outcome.code, outcome.stdout).toBe(0);
});

describe.each(projects.map((root) => [basename(root), root]))('%s', (_, root) => {
  test('exports a model and a table for every type', async () => {
    const index = (await import(pathToFileURL(join(root!, 'src/content/index.ts')).href)) as Record<string, unknown>;
    const definition = index['contentDefinition'] as { models: Record<string, { name: string; table: object }> };
    const names = Object.values(definition.models).map(({ name }) => name);
    expect(names.length).toBeGreaterThan(0);
    expect(new Set(names).size).toBe(names.length);
    const tables = Object.values((await import(pathToFileURL(join(root!, 'src/content/schema.ts')).href)) as object);
    for (const { table } of Object.values(definition.models)) expect(tables).toContain(table);
  });
});
