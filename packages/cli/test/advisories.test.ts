/** One test per security advisory about definitions, config or command line in similar tools. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { loadConfig } from '../src/config/index.js';
import { checkPermissions } from '../src/permissions/check.js';
import { emit } from '../src/emit/index.js';
import { loadDefinitions } from '../src/load/index.js';
import { buildModel } from '../src/model/build.js';
import { modelOf, valueOf } from './model-of.js';
import { settings } from './sample-model.js';
import { temporaryProject } from './temporary-project.js';

async function codesOf(files: Readonly<Record<string, string | object>>): Promise<readonly string[]> {
  const config = await loadConfig(temporaryProject(files));
  if (!config.ok) return config.diagnostics.map(({ code }) => code);
  const definitions = await loadDefinitions(config.value);
  const model = definitions.ok ? buildModel(definitions.value) : definitions;
  if (!model.ok) return model.diagnostics.map(({ code }) => code);
  return [...model.warnings, ...checkPermissions(config.value, model.value)].map(({ code }) => code);
}

describe('Strapi', () => {
  test('CVE-2026-22599: a default cannot inject SQL', async () => {
    for (const raw of [['now()', { isRaw: true }], { isRaw: true }, { value: 'x', isRaw: true }]) {
      const attributes = { title: { type: 'string', default: raw } };
      expect(await codesOf({ 'content/article.json': { attributes } })).toEqual(['CG503']);
    }
    const escape = `x'); drop table articles; -- \\' \` \${process.exit()} */ \u2028`;
    const attributes = { title: { type: 'string', default: escape } };
    const model = await modelOf({ 'content/article.json': { attributes } });
    const files = emit(model, { settings, importExtension: '.js' });
    const descriptor = files.find(({ path }) => path === 'article/model.ts')!.content;
    const written = /default: ('(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*")/.exec(descriptor)![1]!;
    expect(Function(`return ${written}`)()).toBe(escape);
    // The runtime applies defaults, so the tables do not contain them.
    expect(files.find(({ path }) => path === 'article/schema.ts')!.content).not.toContain('drop table');
  });

  test('CVE-2022-0764 / strapi#12879: a name cannot become a command or path', async () => {
    for (const name of ['$(touch pwned)', '`touch pwned`', '../../pwned', 'a;b', '..', 'a/b', 'a b"']) {
      const definition = { info: { singularName: name, pluralName: 'things' }, attributes: {} };
      expect(await codesOf({ 'content/thing.json': definition }), name).toContain('CG210');
      const attributes = { [name]: { type: 'string' } };
      expect(await codesOf({ 'content/thing.json': { attributes } }), name).toContain('CG211');
    }
    const root = temporaryProject({ 'content/thing.json': { collectionName: '../../pwned', attributes: {} } });
    const config = valueOf(await loadConfig(root));
    expect(buildModel(valueOf(await loadDefinitions(config))).ok).toBe(false);
    expect(existsSync(join(root, 'pwned'))).toBe(false);
    expect(readdirSync(root)).not.toContain('pwned');
  });

  test('CVE-2023-34093 / GHSA-chmr-rg2f-9jmf: extending a type keeps private attributes private', async () => {
    const model = await modelOf({
      'content/user.json': {
        attributes: {
          bio: { type: 'text' },
          password: { type: 'password', private: false },
          resetPasswordToken: { type: 'string', private: false },
        },
      },
    });
    const user = model.contentTypes.find(({ name }) => name === 'user')!;
    const hidden = user.attributes.filter((attribute) => attribute.private).map(({ name }) => name);
    expect(hidden).toEqual(['password', 'resetPasswordToken', 'confirmationToken']);
    const types = emit(model, { settings, importExtension: '.js' }).find(({ path }) => path === 'user/types.ts')!;
    // The types of documents leave out what is marked as private.
    const secret = types.content.split('\n').filter((line) => /password|Token/i.test(line));
    expect(secret).toHaveLength(3);
    for (const line of secret) expect(line).toContain("'private'");
  });
});

describe('peers', () => {
  const content = { 'content/article.json': { attributes: { title: { type: 'string' } } } };
  const configured = (permissions: object) => codesOf({ ...content, 'content-gen.config.json': { permissions } });

  test('nestjs-crud: a misspelled rule is an error', async () => {
    expect(await configured({ public: { article: { actions: ['find'], were: { title: 'x' } } } })).toEqual(['CG102']);
    expect(await configured({ public: { article: { actions: ['find'], readible: ['title'] } } })).toEqual(['CG102']);
    expect(await configured({ public: { article: { readable: ['title'] } } })).toEqual(['CG103']);
    expect(await configured({ public: { article: { actions: ['find'], where: { titel: 'x' } } } })).toEqual(['CG110']);
    for (const where of [{ title: { $equals: 'x' } }, { $orr: [{ title: 'x' }] }, { title: '$Caller' }, {}]) {
      expect(await configured({ writer: { article: { actions: ['find'], where } } })).toEqual(['CG114']);
    }
    expect(await configured({ public: { article: ['fnid'] } })).toEqual(['CG108']);
    expect(await configured({ public: { artcle: ['find'] } })).toEqual(['CG107']);
  });

  test('drizzle-orm CVE-2026-39356: only valid names become identifiers', async () => {
    for (const table of ['a"b', "a'b", 'a b', 'a;b', 'a`b']) {
      expect(await codesOf({ 'content/thing.json': { collectionName: table, attributes: {} } }), table).not.toEqual([]);
    }
  });
});
