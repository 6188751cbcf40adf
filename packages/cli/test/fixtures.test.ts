import { cp, mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, relative, sep } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { projects } from '../../../fixtures/projects.mjs';
import { loadConfig } from '../src/config/index.js';
import { readModel, renderFiles } from '../src/generate/generate.js';
import { loadDefinitions } from '../src/load/index.js';
import { isMarked } from '../src/files/generated-file.js';
import { buildModel } from '../src/model/build.js';

const temporary: string[] = [];
afterAll(() => Promise.all(temporary.map((folder) => rm(folder, { recursive: true }))));

describe.each(projects.map((root) => [relative(join(root, '../..'), root), root] as const))('%s', (_, root) => {
  let generated: Awaited<ReturnType<typeof generatedIn>>;
  beforeAll(async () => {
    generated = await generatedIn(root);
  });

  test('the committed code equals the generated code', async () => {
    const committed = await markedFiles(join(root, generated.output));
    expect([...generated.files.keys()].sort()).toEqual([...committed.keys()].sort());
    for (const [path, content] of generated.files) expect(content, path).toBe(committed.get(path));
  });

  test('the generated code contains nothing of the machine', () => {
    const { files } = generated;
    for (const [path, content] of files) {
      expect(content, path).not.toContain(root);
      expect(content, path).not.toContain('\r');
      expect(content.endsWith('\n'), path).toBe(true);
      expect(isMarked(content), path).toBe(true);
    }
  });
});

describe('determinism', () => {
  test('two folders, filled in opposite order, give the same bytes', async () => {
    const blog = projects.find((root) => basename(root) === 'blog')!;
    const names = (await readdir(blog, { recursive: true })).filter((name) => /^content.*\.ts$/.test(name)).sort();
    const [one, two] = await Promise.all([copyOf(blog, names), copyOf(blog, names.toReversed())]);
    const first = await generatedIn(one);
    expect(first.files.size).toBeGreaterThan(20);
    expect(await generatedIn(two)).toEqual(first);
  });

  test('the order of definitions does not matter', async () => {
    for (const root of projects) {
      const config = await loadConfig(root);
      const definitions = config.ok ? await loadDefinitions(config.value) : config;
      if (!config.ok || !definitions.ok) throw new Error(root);
      const { customFields } = config.value;
      const model = buildModel(definitions.value, { customFields });
      expect(model.ok).toBe(true);
      expect(buildModel(definitions.value.toReversed(), { customFields })).toEqual(model);
    }
  });
});

async function copyOf(project: string, names: readonly string[]): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'content-gen-'));
  temporary.push(copy);
  for (const name of names) await cp(join(project, name), join(copy, name));
  return copy;
}

async function generatedIn(root: string): Promise<{ output: string; files: ReadonlyMap<string, string> }> {
  const config = await loadConfig(root);
  if (!config.ok) throw new Error(`the config of ${root}`);
  const model = await readModel(config.value);
  if (!model.ok) throw new Error(model.diagnostics.map(({ message }) => message).join('\n'));
  const files = await renderFiles(config.value, model.value);
  return { output: config.value.output, files: new Map(files.map(({ path, content }) => [path, content])) };
}

async function markedFiles(folder: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => {
        const path = join(entry.parentPath, entry.name);
        return [relative(folder, path).split(sep).join('/'), await readFile(path, 'utf8')] as const;
      }),
  );
  return new Map(files.filter(([, content]) => isMarked(content)));
}
