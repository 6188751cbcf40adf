import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, describe, expect, test } from 'vitest';

import { emit } from '../src/emit/index.js';
import { formatFiles } from '../src/format/index.js';
import type { Attribute, Scalar, ScalarType } from '../src/model/model.js';
import { diffOf } from '../src/write/diff.js';
import { contentType, media, modelOf, relation, scalar, settings } from './sample-model.js';

const kinds: readonly ScalarType[] = [
  'string',
  'text',
  'richtext',
  'blocks',
  'email',
  'password',
  'uid',
  'enumeration',
  'integer',
  'biginteger',
  'float',
  'decimal',
  'boolean',
  'date',
  'time',
  'datetime',
  'timestamp',
  'json',
];

/** The default style, and a project with a narrow style that wraps long lines. */
const styles = { usual: undefined, narrow: { printWidth: 80, semi: false } };
const limits: Record<string, number> = { usual: 6, narrow: 9 };
const roots = new Map<string, string>();
for (const [style, options] of Object.entries(styles)) {
  const root = await mkdtemp(join(tmpdir(), 'content-gen-'));
  if (options) await writeFile(join(root, '.prettierrc.json'), JSON.stringify(options));
  roots.set(style, root);
}
afterAll(() => Promise.all([...roots.values()].map((root) => rm(root, { recursive: true }))));

/** The changed lines of the generated code of a type between two sets of attributes. */
async function changes(
  style: string,
  before: readonly Attribute[],
  after: readonly Attribute[],
): Promise<readonly string[]> {
  const old = await generated(style, before);
  const current = await generated(style, after);
  return [...current].flatMap(([path, content]) => {
    const former = old.get(path)!;
    if (former === content) return [];
    const lines = diffOf({ action: 'update', path, before: former, content }).split('\n');
    return lines.filter((line) => /^[+-](?!\+\+|--)/.test(line));
  });
}

const known = new Map<string, Promise<ReadonlyMap<string, string>>>();

/** Many tests begin with the same attributes, whose code is generated once. */
function generated(style: string, attributes: readonly Attribute[]): Promise<ReadonlyMap<string, string>> {
  const key = JSON.stringify([style, attributes]);
  const made = known.get(key) ?? generate(style, attributes);
  known.set(key, made);
  return made;
}

async function generate(style: string, attributes: readonly Attribute[]): Promise<ReadonlyMap<string, string>> {
  const model = modelOf([contentType('event', attributes, { draftAndPublish: true })]);
  const files = emit(model, { settings, importExtension: '.js' });
  const formatted = await formatFiles({ root: roots.get(style)!, output: 'src/content' }, files);
  return new Map(formatted.map(({ path, content }) => [path, content]));
}

const title = scalar('title', 'string', { required: true, maxLength: 120 });
const place = relation('place', {
  cardinality: 'manyToOne',
  target: 'event',
  storage: { at: 'column', exclusive: false },
});

describe.each([...roots.keys()])('in the %s style', (style) => {
  test.each(
    kinds.flatMap(
      (kind) =>
        [
          [kind, {}],
          [kind, { unique: true, required: true }],
        ] as [ScalarType, Partial<Scalar>][],
    ),
  )('adding a %s %o only adds lines', async (kind, options) => {
    for (const others of [[title], [title, media('photo'), place]]) {
      const added = await changes(style, others, [...others, scalar('eventDay', kind, options)]);
      expect(added.every((line) => line.startsWith('+'))).toBe(true);
      expect(added.length).toBeLessThanOrEqual(limits[style]!);
      expect(added.length).toBeGreaterThanOrEqual(3);
    }
  });

  test.each(kinds)('a %s between other attributes does not change their lines', async (kind) => {
    const added = await changes(style, [title, place], [title, scalar('eventDay', kind), place]);
    expect(added.every((line) => line.startsWith('+'))).toBe(true);
  });

  test('changing maxLength changes one line', async () => {
    const changed = await changes(style, [title, place], [{ ...title, maxLength: 200 }, place]);
    expect(changed.map((line) => line[0])).toEqual(['-', '+']);
    expect(changed[1]).toContain('maxLength: 200');
  });
});

test('adding a date adds a line to each file', async () => {
  expect(await changes('usual', [title], [title, scalar('eventDay', 'date')])).toEqual([
    '+    eventDay: attr.date(),',
    "+    eventDay: pg.date('event_day', { mode: 'string' }),",
    '+  eventDay: t.Day;',
  ]);
});

test('renaming a field only changes its own lines', async () => {
  const folder = fileURLToPath(new URL('../../../fixtures/rename-field/', import.meta.url));
  const [before, after] = [join(folder, 'before/src/content'), join(folder, 'after/src/content')];
  const names = (await readdir(after, { recursive: true })).filter((name) => name.endsWith('.ts')).sort();
  expect((await readdir(before, { recursive: true })).filter((name) => name.endsWith('.ts')).sort()).toEqual(names);

  const diffs: string[] = [];
  for (const path of names) {
    const [old, content] = await Promise.all([before, after].map((side) => readFile(join(side, path), 'utf8')));
    if (old !== content) diffs.push(diffOf({ action: 'update', path, before: old!, content: content! }));
  }
  expect(diffs.join('')).toBe(await readFile(join(folder, 'expected.diff'), 'utf8'));
  const changed = diffs
    .join('')
    .split('\n')
    .filter((line) => /^[+-](?!\+\+|--)/.test(line));
  expect(changed).toHaveLength(6);
});
