/** `generate` writes all files or none: on a full disk, at Ctrl-C, and when it is killed between two files. */
import { execFileSync } from 'node:child_process';

import { describe, expect, test } from 'vitest';

import { definition, filesIn, project, writeFiles } from './command-line.js';
import { inProcess } from './in-process.js';
import { leftovers, long, onSmallDisk, signalled, small, two, undisturbed } from './interruption.js';

describe('generate', () => {
  test('writes nothing if the disk has no room for one of the files', async () => {
    const root = project(small);
    await inProcess(root, ['generate']);
    const before = await filesIn(root);
    const changed = { 'content/alpha.ts': definition('alpha', ['name: { type: "string" }', ...long]) };
    writeFiles(root, changed);
    const outcome = await onSmallDisk(root, 10, 'generate');
    expect(outcome).toMatchObject({ code: 1 });
    expect(outcome.stderr).toContain('CG404');
    expect(await filesIn(root)).toEqual({ ...before, ...changed });
    expect(await leftovers(root)).toEqual([]);
  });

  test('writes all files at Ctrl-C', async () => {
    const root = project(two);
    expect(await signalled(root, 'SIGINT', 'generate')).toMatchObject({ code: null });
    expect(await filesIn(root)).toEqual(await undisturbed(two, 'generate'));
    expect(await leftovers(root)).toEqual([]);
  });

  test('ends the work of a killed run, and knows its files', async () => {
    const root = project(two);
    await inProcess(root, ['generate']);
    const changed = { ...two, 'content/beta.ts': definition('beta', ["title: { type: 'string' }"]) };
    writeFiles(root, changed);
    expect(await signalled(root, 'SIGKILL', 'generate')).toMatchObject({ code: null });
    expect(await leftovers(root)).not.toEqual([]);

    // Files of the killed run are no edits by hand, also if the definitions change once more.
    const again = { ...two, 'content/beta.ts': definition('beta', ["label: { type: 'string' }"]) };
    writeFiles(root, again);
    expect(await inProcess(root, ['generate'])).toMatchObject({ code: 0, stderr: '' });
    expect(await filesIn(root)).toEqual(await undisturbed(again, 'generate'));
    expect(await leftovers(root)).toEqual([]);
  });

  test('keeps a file that was edited after the run was killed', async () => {
    const root = project(two);
    await signalled(root, 'SIGKILL', 'generate');
    const mine = { 'src/content/index.ts': '// mine\n' };
    writeFiles(root, mine);
    const outcome = await inProcess(root, ['generate']);
    expect(outcome).toMatchObject({ code: 1 });
    expect(outcome.stderr).toContain('CG401');
    expect(await filesIn(root)).toMatchObject(mine);
    expect(await leftovers(root)).toEqual([]);
  });

  test('removes the files of a run that was killed before all contents were on the disk', async () => {
    const root = project(small);
    const id = '00000000-0000-4000-8000-000000000000';
    const temporary = `src/content/.index.ts.${id}.tmp`;
    const writes = [{ path: 'src/content/index.ts', temporary, before: null }];
    writeFiles(root, {
      [temporary]: 'half of',
      [`.content-gen/writing-${id}.staging.json`]: { pid: deadPid(), writes, deletes: [], top: '.', folders: [] },
    });
    expect(await inProcess(root, ['generate'])).toMatchObject({ code: 0 });
    expect(await leftovers(root)).toEqual([]);
    expect(await filesIn(root)).toEqual(await undisturbed(small, 'generate'));
  });
});

/** The id of a process that has ended. */
function deadPid(): number {
  return Number(execFileSync(process.execPath, ['-p', 'process.pid'], { encoding: 'utf8' }));
}
