import { type ChildProcess, execFileSync } from 'node:child_process';
import { appendFile, mkdir, readFile, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { describe, expect, test } from 'vitest';

import { inDeepSuite, isDeep } from '../../runtime/test/harness/suite.js';
import { codeFile } from '../src/syntax/compiler.js';
import { bin, contentGen, definition, filesIn, project, run, start, writeFiles } from './command-line.js';
import { inProcess } from './in-process.js';

const title = "title: { type: 'string', maxLength: 120 }";
const note = (...attributes: string[]): Record<string, string> => ({
  'content/note.ts': definition('note', attributes),
});
const types = 'src/content/note/types.ts';

async function generated(files: Record<string, string> = note(title)): Promise<string> {
  const root = await project(files);
  expect(await inProcess(root, ['generate'])).toMatchObject({ code: 0, stderr: '' });
  return root;
}

describe('generate', () => {
  test('writes the code and prints a summary; a second run changes nothing', async () => {
    const root = await project(note(title));
    const first = await contentGen(root, 'generate');
    expect(first.code).toBe(0);
    expect(first.stdout).toContain(`create  ${types}`);
    expect(first.stdout).toMatch(
      /1 content type, 0 components \(without a config file\): \d+ written, 0 unchanged, 0 removed\.\n$/,
    );

    const before = await stat(join(root, types));
    const second = await contentGen(root, 'generate');
    expect(second.stdout).toMatch(/: 0 written, \d+ unchanged, 0 removed\.\n$/);
    expect((await stat(join(root, types))).mtimeMs).toBe(before.mtimeMs);
  });

  inDeepSuite(() => {
    test('does not depend on the kept code of the compiler, which may be missing or broken', async () => {
      const root = await project(note(title));
      expect(await contentGen(root, 'generate')).toMatchObject({ code: 0, stderr: '' });
      const code = join(root, '.content-gen/cache', codeFile);
      const kept = await readFile(code);
      const states = [kept.subarray(0, 5_000), undefined, ...(isDeep ? [kept, Buffer.from('nothing')] : [])];
      for (const [index, broken] of states.entries()) {
        if (broken === undefined) await rm(code);
        else await writeFile(code, broken);
        await writeFiles(root, note(title, `field${index}: { type: 'text' }`));
        expect(await contentGen(root, 'generate')).toMatchObject({ code: 0, stderr: '' });
        expect(await readFile(join(root, types), 'utf8')).toContain(`field${index}: t.Text;`);
        expect((await readFile(code)).length).toBeGreaterThan(100_000);
      }
    });
  });

  test('removes only the files of removed definitions, with their folder', async () => {
    const root = await generated({ ...note(title), 'content/tag.ts': definition('tag', [title]) });
    await writeFile(join(root, 'src/content/tag/mine.md'), 'a note of mine');
    await writeFile(join(root, 'src/content/own.ts'), 'export {};\n');
    await rm(join(root, 'content/note.ts'));
    const outcome = await inProcess(root, ['generate']);
    expect(outcome.stdout).toMatch(/5 removed\.\n$/);
    expect(await readdir(join(root, 'src/content'))).not.toContain('note');

    await writeFiles(root, note(title));
    await rm(join(root, 'content/tag.ts'));
    await inProcess(root, ['generate']);
    expect(await readdir(join(root, 'src/content/tag'))).toEqual(['mine.md']);
    expect(await readFile(join(root, 'src/content/own.ts'), 'utf8')).toBe('export {};\n');
  });

  test('reports errors with position and hint, writes nothing and exits with 1', async () => {
    const root = await project(note("title: { type: 'sting' }", "text: { type: 'text', maxlength: 3 }"));
    const outcome = await contentGen(root, 'generate');
    expect(outcome.code).toBe(1);
    expect(outcome.stderr).toMatch(/content\/note\.ts:6:\d+ {2}CG206 {2}/);
    expect(outcome.stderr).toMatch(/content\/note\.ts:7:\d+ {2}CG207 {2}/);
    expect(outcome.stderr).toContain('did you mean');
    expect(outcome.stderr).toContain('2 errors. Nothing was written.');
    expect(Object.keys(await filesIn(root))).toEqual(['content/note.ts']);
  });

  test('--dry-run lists files and writes nothing', async () => {
    const root = await project(note(title));
    const outcome = await inProcess(root, ['generate', '--dry-run']);
    expect(outcome).toMatchObject({ code: 0, stderr: '' });
    expect(outcome.stdout).toContain(`create  ${types}`);
    expect(outcome.stdout).toMatch(/: \d+ to write, 0 unchanged, 0 to remove\.\n$/);
    expect(Object.keys(await filesIn(root))).toEqual(['content/note.ts']);
  });

  test('prints no colours into a pipe', async () => {
    const root = await project(note("title: { type: 'sting' }"));
    const plain = await run(process.execPath, [bin, 'generate'], root, { NO_COLOR: '1' });
    expect(plain.stderr).not.toContain('\u001b');
  });

  test('uses the config file of --config', async () => {
    const root = await project({ ...note(title), 'other.config.mjs': "export default { output: 'lib/api' };\n" });
    const outcome = await inProcess(root, ['generate', '--config', 'other.config.mjs']);
    expect(outcome.stdout).toContain('(other.config.mjs)');
    expect(Object.keys(await filesIn(root))).toContain('lib/api/note/types.ts');
  });
});

describe('--check', () => {
  test('exits with 0 if the code is up to date', async () => {
    const outcome = await inProcess(await generated(), ['generate', '--check']);
    expect(outcome).toMatchObject({ code: 0, stderr: '' });
    expect(outcome.stdout).toContain('up to date');
  });

  test('shows the differences, writes nothing and exits with 2', async () => {
    const root = await generated();
    await writeFiles(root, note(title, "day: { type: 'date' }"));
    await rm(join(root, 'src/content/note/validators.ts'));
    const before = await filesIn(root);
    const outcome = await contentGen(root, 'generate', '--check');
    expect(outcome.code).toBe(2);
    expect(outcome.stdout).toContain(`--- a/${types}\n+++ b/${types}\n@@ `);
    expect(outcome.stdout).toContain('\n+  day: t.Day;\n');
    expect(outcome.stdout).toContain('--- /dev/null\n+++ b/src/content/note/validators.ts');
    expect(outcome.stderr).toContain('out of date');
    expect(await filesIn(root)).toEqual(before);
  });

  test('prints a diff that git can apply', async () => {
    const root = await generated();
    await writeFiles(root, note(title, "day: { type: 'date' }"));
    const { stdout } = await inProcess(root, ['generate', '--check']);
    execFileSync('git', ['apply', '-'], { cwd: root, input: stdout });
    expect(await inProcess(root, ['generate', '--check'])).toMatchObject({ code: 0 });
  });

  test('shows an edit as a difference', async () => {
    const root = await generated();
    await appendFile(join(root, types), '// an edit\n');
    const outcome = await inProcess(root, ['generate', '--check']);
    expect(outcome.code).toBe(2);
    expect(outcome.stdout).toContain('-// an edit');
    expect(outcome.stderr).toContain(`Edited by hand: ${types}. Move the edits to your own code, run`);
    expect(await inProcess(root, ['generate', '--force'])).toMatchObject({ code: 0 });
    expect(await inProcess(root, ['generate', '--check'])).toMatchObject({ code: 0 });
  });
});

describe('files of the user', () => {
  test('a file without the marker is never overwritten, even with --force', async () => {
    const root = await project({ ...note(title), [types]: 'export type Mine = 1;\n' });
    for (const flags of [[], ['--force'], ['--check'], ['--dry-run']]) {
      const outcome = await inProcess(root, ['generate', ...flags]);
      expect(outcome.code).toBe(1);
      expect(outcome.stderr).toContain(`${types}:1:1  CG401  `);
    }
    expect(Object.keys(await filesIn(root)).sort()).toEqual(['content/note.ts', types]);
  });

  test('an edited generated file is reported and kept without --force', async () => {
    const root = await generated();
    await appendFile(join(root, types), '// an edit\n');
    await writeFiles(root, note(title, "day: { type: 'date' }"));
    const refused = await inProcess(root, ['generate']);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(`${types}:1:1  CG402  `);
    expect(await readFile(join(root, types), 'utf8')).toContain('// an edit');
    expect(await readFile(join(root, 'src/content/note/model.ts'), 'utf8')).not.toContain('day');

    expect(await inProcess(root, ['generate', '--force'])).toMatchObject({ code: 0 });
    expect(await readFile(join(root, types), 'utf8')).not.toContain('// an edit');
    expect(await inProcess(root, ['generate'])).toMatchObject({ code: 0 });
  });

  test('an edited file of a removed definition is not removed', async () => {
    const root = await generated({ ...note(title), 'content/tag.ts': definition('tag', [title]) });
    await appendFile(join(root, types), '// an edit\n');
    await rm(join(root, 'content/note.ts'));
    expect(await inProcess(root, ['generate'])).toMatchObject({ code: 1 });
    expect(await readFile(join(root, types), 'utf8')).toContain('// an edit');
  });

  test('without a record, marked files are overwritten', async () => {
    const root = await generated();
    await rm(join(root, '.content-gen'), { recursive: true });
    await writeFiles(root, note(title, "day: { type: 'date' }"));
    expect(await inProcess(root, ['generate'])).toMatchObject({ code: 0 });
  });

  test('changes of a git pull do not count as edits', async () => {
    const root = await generated();
    const git = (...args: string[]): Buffer =>
      execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: root });
    git('init', '-q');
    await appendFile(join(root, types), '// written by a newer version elsewhere\n');
    git('add', 'src');
    git('commit', '-qm', 'theirs');
    await writeFiles(root, note(title, "day: { type: 'date' }"));
    expect(await inProcess(root, ['generate'])).toMatchObject({ code: 0 });

    await appendFile(join(root, types), '// an edit that git does not have\n');
    await writeFiles(root, note(title));
    expect(await inProcess(root, ['generate'])).toMatchObject({ code: 1 });
  });

  test('changed line endings do not count as an edit', async () => {
    const root = await generated();
    const content = await readFile(join(root, types), 'utf8');
    await writeFile(join(root, types), content.replaceAll('\n', '\r\n'));
    expect(await inProcess(root, ['generate', '--check'])).toMatchObject({ code: 0 });
  });

  test('a link in the output folder is not followed', async () => {
    const root = await project(note(title));
    const outside = await project();
    await mkdir(join(root, 'src/content'), { recursive: true });
    await symlink(outside, join(root, 'src/content/note'));
    const outcome = await inProcess(root, ['generate', '--force']);
    expect(outcome.code).toBe(1);
    expect(outcome.stderr).toContain('CG403');
    expect(await filesIn(outside)).toEqual({});
  });

  test('a disk error is reported in one sentence', async () => {
    const outcome = await contentGen(await project({ ...note(title), 'src/content': 'a file\n' }), 'generate');
    expect(outcome.code).toBe(1);
    expect(outcome.stderr).toContain('src/content:1:1  CG404  ');
    expect(outcome.stderr).not.toContain(' at ');
  });
});

describe('--json', () => {
  test('prints one object for every result', async () => {
    const root = await project(note(title));
    const ok = await inProcess(root, ['generate', '--json']);
    expect(JSON.parse(ok.stdout)).toMatchObject({
      version: 1,
      command: 'generate',
      ok: true,
      removed: 0,
      diagnostics: [],
    });
    expect(JSON.parse(ok.stdout).files).toContainEqual({ path: types, action: 'create' });

    await writeFiles(root, note(title, "day: { type: 'date' }"));
    const drift = await inProcess(root, ['generate', '--check', '--json']);
    expect(drift).toMatchObject({ code: 2, stderr: '' });
    expect(JSON.parse(drift.stdout)).toMatchObject({ ok: false });
    expect(JSON.parse(drift.stdout).files[0].diff).toContain('@@');

    await writeFiles(root, note("day: { type: 'dat' }"));
    const wrong = await inProcess(root, ['generate', '--json']);
    expect(wrong).toMatchObject({ code: 1, stderr: '' });
    expect(JSON.parse(wrong.stdout).diagnostics[0]).toMatchObject({ code: 'CG206', file: 'content/note.ts', line: 6 });
  });
});

/** Returns the new lines of a process, and waits until there are some. */
function events(child: ChildProcess, each: (line: string) => void): () => Promise<void> {
  let news = false;
  let wake = (): void => undefined;
  createInterface({ input: child.stdout! }).on('line', (line) => {
    each(line);
    news = true;
    wake();
  });
  return async () => {
    if (!news) await new Promise<void>((resolve) => (wake = resolve));
    news = false;
  };
}

describe('--watch', () => {
  test('generates after every change and continues after errors', async () => {
    const root = await project(note(title));
    const child = start(process.execPath, [bin, 'generate', '--watch', '--json'], root);
    const ended = new Promise((resolve) => child.on('close', resolve));
    const rounds: { ok: boolean }[] = [];
    const next = events(child, (line) => rounds.push(JSON.parse(line) as { ok: boolean }));
    try {
      while (rounds.length === 0) await next();
      await writeFiles(root, note('title: oops('));
      while (rounds.at(-1)!.ok) await next();
      await writeFiles(root, note(title, "day: { type: 'date' }"));
      while (!rounds.at(-1)!.ok) await next();
      expect(await readFile(join(root, types), 'utf8')).toContain('day: t.Day;');

      await writeFiles(root, { 'content/tag.ts': definition('tag', [title]) });
      while (!(await readdir(join(root, 'src/content'))).includes('tag')) await next();

      const index = join(root, 'src/content/index.ts');
      for (const prefix of ['/one', '/two']) {
        await writeFiles(root, { 'content-gen.config.ts': `export default { api: { prefix: '${prefix}' } };\n` });
        while (!(await readFile(index, 'utf8')).includes(prefix)) await next();
      }
    } finally {
      child.kill('SIGINT');
    }
    expect(await ended).toBe(0);
  });
});
