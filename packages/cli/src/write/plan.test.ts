import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { markerFor } from '../files/generated-file.js';
import { type Plan, planWrites } from './plan.js';
import { hashOf } from './record.js';
import type { OutputEntry, OutputSnapshot } from './snapshot.js';

const marked = (body: string): string => `${markerFor('content/a.ts')}\n\n${body}\n`;
const file = (content: string): OutputEntry => ({ kind: 'file', content });

interface Case {
  readonly files?: Record<string, string>;
  readonly disk?: Record<string, OutputEntry>;
  readonly written?: Record<string, string>;
}

function plan({ files = {}, disk = {}, written = {} }: Case): Plan {
  return planWrites({
    output: 'out',
    files: Object.entries(files).map(([path, content]) => ({ path, content })),
    snapshot: new Map(Object.entries(disk)) satisfies OutputSnapshot,
    record: new Map(Object.entries(written).map(([path, content]) => [path, hashOf(content)])),
  });
}

function actions({ steps, conflicts }: Plan): readonly string[] {
  return [
    ...steps.map(({ action, path }) => `${action} ${path}`),
    ...conflicts.map(({ kind, path }) => `${kind} ${path}`),
  ];
}

describe('a generated file', () => {
  test('is created if it does not exist', () => {
    expect(actions(plan({ files: { 'a.ts': marked('1') } }))).toEqual(['create out/a.ts']);
  });

  test('is kept if it is equal, recorded or not', () => {
    const files = { 'a.ts': marked('1') };
    expect(actions(plan({ files, disk: { 'a.ts': file(marked('1')) } }))).toEqual(['keep out/a.ts']);
    const written = { 'out/a.ts': marked('an earlier one') };
    expect(actions(plan({ files, disk: { 'a.ts': file(marked('1')) }, written }))).toEqual(['keep out/a.ts']);
  });

  test('replaces the file of an earlier run', () => {
    const disk = { 'a.ts': file(marked('1')) };
    expect(actions(plan({ files: { 'a.ts': marked('2') }, disk, written: { 'out/a.ts': marked('1') } }))).toEqual([
      'update out/a.ts',
    ]);
  });

  test('replaces a marked file without a record', () => {
    expect(actions(plan({ files: { 'a.ts': marked('2') }, disk: { 'a.ts': file(marked('1')) } }))).toEqual([
      'update out/a.ts',
    ]);
  });

  test('does not replace an edited file', () => {
    const disk = { 'a.ts': file(marked('1 and an edit')) };
    const { conflicts } = plan({ files: { 'a.ts': marked('2') }, disk, written: { 'out/a.ts': marked('1') } });
    expect(conflicts).toEqual([{ kind: 'edited', path: 'out/a.ts' }]);
  });

  test('does not replace a file without the marker', () => {
    expect(actions(plan({ files: { 'a.ts': marked('2') }, disk: { 'a.ts': file('mine\n') } }))).toEqual([
      'unmarked out/a.ts',
    ]);
  });

  test.each<[string, Record<string, OutputEntry>]>([
    ['a folder of its name', { 'a/b.ts': { kind: 'folder' }, a: { kind: 'folder' } }],
    ['a link of its name', { 'a/b.ts': { kind: 'other' }, a: { kind: 'folder' } }],
    ['a file where its folder should be', { a: file('mine') }],
    ['a link where its folder should be', { a: { kind: 'other' } }],
  ])('is blocked by %s', (_, disk) => {
    expect(actions(plan({ files: { 'a/b.ts': marked('1') }, disk }))).toEqual(['blocked out/a/b.ts']);
  });
});

describe('a file of a removed definition', () => {
  test('is deleted if it is marked', () => {
    expect(actions(plan({ disk: { 'a.ts': file(marked('1')) } }))).toEqual(['delete out/a.ts']);
  });

  test('stays if it is not marked', () => {
    expect(actions(plan({ disk: { 'a.ts': file('// mine') } }))).toEqual([]);
  });

  test('is reported if it was edited', () => {
    const { conflicts } = plan({ disk: { 'a.ts': file(marked('x')) }, written: { 'out/a.ts': marked('1') } });
    expect(conflicts).toEqual([{ kind: 'edited', path: 'out/a.ts' }]);
  });
});

test.each(['../a.ts', '/a.ts', 'a/../../b.ts', 'a//b.ts', 'C:\\a.ts', 'a/./b.ts', 'a\0.ts'])(
  'a path such as %j is never written',
  (path) => {
    expect(() => plan({ files: { [path]: marked('1') } })).toThrow('output folder');
  },
);

test('after a plan is applied, the next one is empty', () => {
  const content = fc.constantFrom(marked('1'), marked('2'), 'mine\n');
  const names = fc.constantFrom('a.ts', 'b.ts', 'c/d.ts');
  fc.assert(
    fc.property(
      fc.dictionary(names, content),
      fc.dictionary(
        names,
        content.filter((text) => text !== 'mine\n'),
      ),
      (before, files) => {
        const disk = new Map(Object.entries(before).map(([path, text]) => [path, file(text)]));
        const first = plan({ files, disk: Object.fromEntries(disk) });
        for (const step of first.steps) {
          const path = step.path.replace(/^out\//, '');
          if (step.action === 'delete') disk.delete(path);
          else disk.set(path, file(step.content));
        }
        const second = plan({ files, disk: Object.fromEntries(disk) });
        expect(second.steps.every(({ action }) => action === 'keep')).toBe(true);
        expect(second.conflicts).toEqual(first.conflicts);
        for (const [path, text] of Object.entries(before))
          if (text === 'mine\n') expect(disk.get(path)).toEqual(file(text));
      },
    ),
  );
});
