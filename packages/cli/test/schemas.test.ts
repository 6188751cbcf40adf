/** The JSON schemas for editors accept what the commands accept, and refuse keys that they refuse. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

import { Ajv } from 'ajv';
import { parse } from 'jsonc-parser';
import { describe, expect, test } from 'vitest';

import { schemas } from '../src/schemas.js';
import { inProcess } from './in-process.js';
import { temporaryProject, workspace } from './temporary-project.js';

const ajv = new Ajv({ strict: false });
const [isConfig, isDefinition] = ['config.json', 'definition.json'].map((name) => ajv.compile(schemas[name]!));

const folder = join(workspace, 'fixtures');
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .map((path) => path.split(sep).join('/'))
  .filter((path) => path.endsWith('.json') && !/(^|\/)(node_modules|\.content-gen|dist)\//.test(path));
const configs = files.filter((path) => path.endsWith('/content-gen.config.json'));
const definitions = files.filter((path) => /\/(content|components|content-types)\/[^/]+\/?.*\.json$/.test(path));

const read = (path: string): unknown => parse(readFileSync(join(folder, path), 'utf8'));

/** The files of error fixtures about keys, by the output of the command. */
function reported(codes: RegExp): readonly string[] {
  return readdirSync(join(folder, 'errors')).flatMap((name) => {
    const said = join(folder, 'errors', name, 'stderr.txt');
    if (!existsSync(said)) return [];
    const lines = readFileSync(said, 'utf8')
      .split('\n')
      .filter((line) => codes.test(line));
    return [...new Set(lines.map((line) => `errors/${name}/${line.split(':')[0]}`))];
  });
}
const unknownKeys = reported(/" is not (a key|an option) of /).filter((path) => path.endsWith('.json'));
const isWrong = (path: string) => path.startsWith('errors/');
/** Strapi ignores the `enum` of a string, about which the commands warn. */
const tolerated = 'real-schemas/src/api/ticket/content-types/ticket/schema.json';

describe('definitions', () => {
  const valid = definitions.filter((path) => !isWrong(path) && path !== tolerated && isObject(read(path)));
  test('there are some', () => expect([valid.length > 10, unknownKeys.length > 1]).toEqual([true, true]));

  test.each(valid)('%s is valid', (path) => {
    expect(isDefinition!(read(path)), JSON.stringify(isDefinition!.errors)).toBe(true);
  });

  test('a misspelled key of a definition is unknown', () => {
    const written = { kind: 'singleType', info: {}, attributes: { a: { type: 'string', maxLength: 3 } } };
    expect(isDefinition!(written)).toBe(true);
    expect(isDefinition!({ ...written, atributes: {} })).toBe(false);
    expect(isDefinition!({ ...written, attributes: { a: { type: 'string', maxlength: 3 } } })).toBe(false);
    expect(isDefinition!({ ...written, attributes: { a: { type: 'colour', regex: 3 } } })).toBe(true);
  });

  test.each([tolerated, ...unknownKeys.filter((path) => definitions.includes(path))])(
    '%s has an unknown key',
    (path) => {
      expect(isDefinition!(read(path))).toBe(false);
    },
  );
});

test.each([
  [{ $schema: './x.json', output: 'src/content', permissions: { public: { article: ['find'] } } }, true],
  [{ permissions: { public: { article: { actions: ['find'], where: { a: 1 } } }, editor: '*' } }, true],
  [{ client: [{ file: 'a.ts', role: 'public' }], users: { rateLimit: false } }, true],
  [{ upload: { storage: { provider: 's3', bucket: 'files' } } }, true],
  [{ outptu: 'x' }, false],
  [{ api: { rest: { maxlimit: 1 } } }, false],
  [{ api: { rest: { maxLimit: 0 } } }, false],
])('the schema of the configuration and `check` judge %j alike', async (config, isValid) => {
  expect(isConfig!(config)).toBe(isValid);
  const root = temporaryProject({
    'content-gen.config.json': config,
    'content/article.json': {
      $schema: '../node_modules/content-gen/dist/schemas/definition.json',
      kind: 'collectionType',
      info: { singularName: 'article', pluralName: 'articles' },
      attributes: { a: { type: 'string' } },
    },
  });
  const { stderr } = await inProcess(root, ['check']);
  expect(/CG10[123]/.test(stderr), stderr).toBe(!isValid);
});

test('the key of package.json has an unknown key', () => {
  const path = unknownKeys.find((each) => each.endsWith('/package.json'));
  const manifest = read(path ?? '') as Readonly<Record<string, unknown>>;
  expect(isConfig!(manifest['content-gen'])).toBe(false);
});

test.each(configs.filter((path) => !isWrong(path)))('%s is valid', (path) => {
  expect(isConfig!(read(path)), JSON.stringify(isConfig!.errors)).toBe(true);
});

test('the package has the schemas of its sources', () => {
  for (const [name, schema] of Object.entries(schemas)) {
    const published = join(workspace, 'packages/cli/dist/schemas', name);
    expect(JSON.parse(readFileSync(published, 'utf8')), relative(workspace, published)).toEqual(
      JSON.parse(JSON.stringify(schema)),
    );
  }
});

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'attributes' in value;
}
