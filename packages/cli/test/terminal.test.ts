/** The output and the questions on an interactive terminal. */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';

import { describe, expect, test } from 'vitest';

import { inDeepSuite } from '../../runtime/test/harness/suite.js';
import { run } from '../src/cli.js';
import { bin, definition, filesIn, project, start } from './command-line.js';

interface Session {
  readonly code: number;
  readonly printed: string;
  readonly progress: readonly string[];
  readonly asked: readonly string[];
}

async function session(cwd: string, args: readonly string[], interactive: boolean, answer = true): Promise<Session> {
  const [printed, progress, asked]: string[][] = [[], [], []];
  const code = await run(args, {
    cwd,
    color: true,
    interactive,
    print: (line) => printed!.push(line),
    report: (line) => printed!.push(line),
    progress: (line) => progress!.push(line),
    ask: async (question) => {
      asked!.push(question);
      return answer;
    },
    interrupted: () => Promise.resolve(),
  });
  return { code, printed: printed!.join('\n'), progress: progress!, asked: asked! };
}

describe('init', () => {
  test('asks, and writes nothing after a no', async () => {
    const root = await project();
    const refused = await session(root, ['init'], true, false);
    expect(refused.asked).toEqual(['Write these files?']);
    expect(refused.printed).toContain('create  content/article.ts');
    expect(await filesIn(root)).toEqual({});

    expect((await session(root, ['init'], true)).asked).toHaveLength(1);
    expect(Object.keys(await filesIn(root))).toContain('content/article.ts');
    expect((await session(root, ['init'], true)).asked).toEqual([]);
  });

  test('does not ask with --yes or without a terminal', async () => {
    expect((await session(await project(), ['init', '--yes'], true)).asked).toEqual([]);
    expect((await session(await project(), ['init'], false)).asked).toEqual([]);
  });

  // The program `script` of Linux runs a command in a terminal. That of other systems has other options.
  test.skipIf(!spawnSync('script', ['--version']).stdout?.includes('util-linux')).each([
    ['Ctrl-C', '\u0003', 130],
    ['Ctrl-D', '\u0004', 0],
  ])('writes nothing when %s answers its question', async (_, key, code) => {
    const root = project();
    const command = `'${process.execPath}' '${bin}' init`;
    const child = start('script', ['-qec', command, '/dev/null'], root, { CI: '' }, 'pipe');
    let printed = '';
    child.stdout!.on('data', (text: Buffer) => {
      if (!printed.includes('[Y/n]') && (printed + text.toString()).includes('[Y/n]')) child.stdin!.write(key);
      printed += text.toString();
    });
    expect(await once(child, 'close')).toEqual([code, null]);
    expect(printed.slice(printed.indexOf('[Y/n]'))).not.toMatch(/bug|Error/);
    expect(await filesIn(root)).toEqual({});
  });
});

describe('generate', () => {
  const attributes = ["title: { type: 'string' }"];
  const names = Array.from({ length: 62 }, (_, index) => `type-${index}`);
  const many = Object.fromEntries(names.map((name) => [`content/${name}.ts`, definition(name, attributes)]));

  test('shows progress for many files, and clears it at the end', async () => {
    const root = await project(many);
    const { code, progress, printed } = await session(root, ['generate'], true);
    expect(code).toBe(0);
    expect(progress.length).toBeGreaterThan(3);
    expect(progress[0]).toMatch(/^Formatting 25 of 3\d\d files$/);
    expect(progress.at(-1)).toBe('');
    expect(printed).toContain('… and 29');
    expect(printed).toContain('62 content types, 0 components');
  });

  inDeepSuite(() => {
    test('shows no progress without a terminal', async () => {
      const root = await project(many);
      expect((await session(root, ['generate'], false)).progress).toEqual([]);
    });
  });

  test('colours a diff', async () => {
    const root = await project({ 'content/note.ts': definition('note', attributes) });
    const { code, printed } = await session(root, ['generate', '--check'], true);
    expect(code).toBe(2);
    expect(printed).toContain('\u001b[32m+export interface Note');
  });
});
