import { describe, expect, test } from 'vitest';

import { version } from '../src/version.js';
import { contentGen, definition, project } from './command-line.js';
import { inProcess } from './in-process.js';

const root = await project({ 'content/note.ts': definition('note', ["title: { type: 'string' }"]) });

describe('the command line', () => {
  test.each([
    '',
    'init',
    'generate',
    'check',
    'serve',
    'migrate',
    'migrate plan',
    'migrate create',
    'migrate apply',
    'migrate status',
    'token',
    'token create',
    'token list',
    'token revoke',
    'import',
    'export',
    'run',
    'database',
    'help',
  ])('content-gen %s --help shows an example', async (command) => {
    const outcome = await inProcess(root, [...command.split(' ').filter(Boolean), '--help']);
    expect(outcome).toMatchObject({ code: 0, stderr: '' });
    expect(outcome.stdout).toContain(`Usage: content-gen ${command}`);
    expect(outcome.stdout).toContain(`Examples:\n  $ content-gen ${command}`);
  });

  test.each(['', 'generate', 'migrate plan', 'token create'])('help %s is the same as --help', async (command) => {
    const words = command.split(' ').filter(Boolean);
    expect(await inProcess(root, ['help', ...words])).toEqual(await inProcess(root, [...words, '--help']));
  });

  test.each([
    [['help', 'generat'], 'Did you mean generate?'],
    [['help', 'migrate', 'aply'], 'Did you mean apply?'],
    [['help', 'token', 'create', 'website'], 'the command create has no command "website"'],
  ])('%j exits with 64', async (args, message) => {
    expect(await inProcess(root, args)).toMatchObject({ code: 64, stderr: expect.stringContaining(message) });
  });

  test('prints its version', async () => {
    expect(await contentGen(root, '--version')).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  });

  test('exits with 64 without a command', async () => {
    expect(await contentGen(root)).toMatchObject({ code: 64, stderr: expect.stringContaining('Usage:') });
  });

  test.each([
    [['generat'], 'Did you mean generate?'],
    [['generate', '--wathc'], 'Did you mean --watch?'],
    [['generate', 'article'], 'too many arguments'],
    [['generate', '--check', '--watch'], 'cannot be used with'],
    [['generate', '--check', '--dry-run'], 'cannot be used with'],
    [['generate', '--config'], 'argument missing'],
  ])('%j exits with 64', async (args, message) => {
    const outcome = await inProcess(root, args);
    expect(outcome.code).toBe(64);
    expect(outcome.stderr).toContain(message);
  });

  test.each([[['--port', 'abc']], [['--fersh']], [['article']]])('serve --json %j is an event', async (args) => {
    const { code, stdout } = await inProcess(root, ['serve', '--json', ...args]);
    expect(code).toBe(64);
    expect(JSON.parse(stdout)).toEqual({ version: 1, event: 'error', message: expect.stringMatching(/^error: /) });
  });
});

describe('check', () => {
  test('prints that there are no errors', async () => {
    expect(await contentGen(root, 'check')).toEqual({
      code: 0,
      stdout: '1 content type, 0 components: no errors.\n',
      stderr: '',
    });
  });

  test('prints every error and exits with 1', async () => {
    const wrong = await project({
      'content/a.ts': definition('a', ["b: { type: 'relation', relation: 'manyToOne', target: 'nothing' }"]),
      'content/c.ts': definition('c', ["d: { type: 'dat' }"]),
    });
    const outcome = await contentGen(wrong, 'check');
    expect(outcome.code).toBe(1);
    expect(outcome.stderr).toContain('content/a.ts:6:');
    expect(outcome.stderr).toContain('content/c.ts:6:');

    const json = JSON.parse((await contentGen(wrong, 'check', '--json')).stdout) as { diagnostics: object[] };
    expect(json).toMatchObject({ version: 1, command: 'check', ok: false });
    expect(json.diagnostics).toHaveLength(2);
  });

  test('a registration sets no component with private attributes, at any depth', async () => {
    const component = (inner: object) => JSON.stringify({ attributes: inner });
    const folder = await project({
      'content/user.json': component({ profile: { type: 'component', component: 'shared.outer' } }),
      'content/components/shared/outer.json': component({ inner: { type: 'component', component: 'shared.inner' } }),
      'content/components/shared/inner.json': component({ note: { type: 'string', private: true } }),
      'content-gen.config.json': '{ "users": { "registration": { "fields": ["profile"] } } }',
    });
    const { code, stdout, stderr } = await inProcess(folder, ['check']);
    expect(code).toBe(1);
    expect(stdout + stderr).toContain('note of the component shared.inner is private');
  });

  test('a missing config file is an error', async () => {
    expect(await contentGen(root, 'check', '--config', 'nowhere.ts')).toMatchObject({ code: 1 });
  });

  test('a folder as the config file is an error', async () => {
    const { code, stderr } = await contentGen(root, 'check', '--config', 'content');
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/^content:1:1  CG104  the config file content is a folder\n/),
    });
  });
});
