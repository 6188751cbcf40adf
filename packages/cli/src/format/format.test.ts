import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeEach, describe, expect, test } from 'vitest';

import { importExtension } from './import-extension.js';
import { formatFiles } from './index.js';
import { findFormatter } from './formatter.js';

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'content-gen-'));
  folders.push(root);
});

const output = 'src/content';
const file = { path: 'a.ts', content: 'export const a = {\n  "b": "c" };' };

async function formatted(content = file.content): Promise<string> {
  const [result] = await formatFiles({ root, output }, [{ path: 'a.ts', content }]);
  return result!.content;
}

describe('the style', () => {
  test('is the default one if the project has none', async () => {
    expect(await formatted()).toBe("export const a = {\n  b: 'c',\n};\n");
  });

  test.each([
    ['.prettierrc', 'semi: false\n'],
    ['.prettierrc.json', '{ "semi": false }'],
    ['package.json', '{ "prettier": { "semi": false } }'],
    ['prettier.config.mjs', 'export default { semi: false };\n'],
  ])('comes from %s', async (name, content) => {
    await writeFile(join(root, name), content);
    expect(await formatted()).toBe('export const a = {\n  b: "c",\n}\n');
  });

  test('respects .editorconfig', async () => {
    await writeFile(join(root, '.editorconfig'), 'root = true\n[*]\nindent_style = tab\nend_of_line = crlf\n');
    expect(await formatted()).toBe('export const a = {\n\tb: "c",\n};\n');
  });

  test('can come from an outer folder', async () => {
    await writeFile(join(root, '.prettierrc'), 'singleQuote: true\n');
    root = join(root, 'packages/site');
    await mkdir(root, { recursive: true });
    expect(await formatted()).toContain("'c'");
  });

  test('can change between two runs', async () => {
    const first = await formatted();
    await writeFile(join(root, '.prettierrc'), 'tabWidth: 4\n');
    expect(await formatted()).not.toBe(first);
    await rm(join(root, '.prettierrc'));
    expect(await formatted()).toBe(first);
  });
});

describe("the project's own prettier", () => {
  /** A prettier that writes a file each time it is loaded. */
  async function install(version: string): Promise<void> {
    const folder = join(root, 'node_modules/prettier');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'prettier', version, main: 'index.cjs' }));
    await writeFile(
      join(folder, 'index.cjs'),
      `require('node:fs').appendFileSync(${JSON.stringify(join(root, 'loads'))}, '${version};');
       exports.resolveConfig = async () => null;
       exports.format = async (source) => '/* ${version} */ ' + source;`,
    );
  }
  const loads = (): Promise<string> => readFile(join(root, 'loads'), 'utf8').catch(() => '');

  test('formats the code, and is not loaded for cached files', async () => {
    await install('9.0.0');
    expect(await formatted()).toBe(`/* 9.0.0 */ ${file.content}`);
    expect(await loads()).toBe('9.0.0;');
    await rm(join(root, 'node_modules/prettier/index.cjs'));
    await writeFile(join(root, 'node_modules/prettier/index.cjs'), 'throw new Error("loaded");');
    expect(await formatted()).toBe(`/* 9.0.0 */ ${file.content}`);
  });

  test('in another version formats all files again', async () => {
    await install('9.0.0');
    const before = findFormatter(root, output).fingerprint;
    await install('9.0.1');
    expect(findFormatter(root, output).fingerprint).not.toBe(before);
  });
});

describe('the cache', () => {
  test('can be broken or missing', async () => {
    const first = await formatted();
    await writeFile(join(root, '.content-gen/cache/format.json'), '{"half');
    expect(await formatted()).toBe(first);
    await rm(join(root, '.content-gen'), { recursive: true });
    expect(await formatted()).toBe(first);
  });

  test('keeps only the entries of the last run', async () => {
    await formatted('export const one = 1;');
    await formatted('export const two = 2;');
    const entries = JSON.parse(await readFile(join(root, '.content-gen/cache/format.json'), 'utf8')) as object;
    expect(Object.values(entries)).toEqual(['export const two = 2;\n']);
  });
});

describe('imports', () => {
  test.each([
    ['{ "compilerOptions": { "module": "NodeNext" } }', '.js'],
    ['{ "compilerOptions": { "module": "node16" } }', '.js'],
    ['{ "compilerOptions": { "module": "esnext", "moduleResolution": "bundler" } }', ''],
    ['{ "compilerOptions": { "module": "Preserve" } }', ''],
    ['{ "compilerOptions": { "module": "commonjs", "moduleResolution": "node10" } }', ''],
    ['{ "compilerOptions": {} }', ''],
    ['{\n  // a comment\n  "extends": "./base.json",\n}', '.js'],
  ])('for %s have the extension "%s"', async (tsconfig, extension) => {
    await writeFile(join(root, 'base.json'), '{ "compilerOptions": { "module": "nodenext" } }');
    await writeFile(join(root, 'tsconfig.json'), tsconfig);
    expect(importExtension(root, output)).toBe(extension);
  });

  test.each([
    ['NodeNext', '.js'],
    ['Preserve', ''],
  ])('have an extension if only the build needs it: %s', async (module, extension) => {
    await writeFile(join(root, 'tsconfig.json'), '{ "compilerOptions": { "module": "Preserve" } }');
    await writeFile(
      join(root, 'tsconfig.build.json'),
      `{ "extends": "./tsconfig.json", "compilerOptions": { "module": "${module}" } }`,
    );
    expect(importExtension(root, output)).toBe(extension);
  });

  test('have the extension .js without a tsconfig', () => {
    expect(importExtension(root, output)).toBe('.js');
  });
});
