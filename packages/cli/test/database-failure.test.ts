/** Every command with a database says in one sentence why it cannot use it, and what to do. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, expect, inject, test } from 'vitest';

import { cases } from '../../runtime/test/harness/suite.js';
import { bin, run } from './command-line.js';
import { inProcess } from './in-process.js';
import { type TestServer, startServer } from './migrate/server.js';
import { temporaryProject } from './temporary-project.js';
import { row, writeStrapiArchive } from './transfer/strapi-archive.js';

let root: string;
let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  root = temporaryProject(
    {
      'content-gen.config.json': { permissions: { public: '*' } },
      'content/tag.json': { attributes: { name: { type: 'string' } } },
    },
    { packages: true },
  );
  expect(await inProcess(root, ['migrate', 'create', 'init'])).toMatchObject({ code: 0 });
  await writeStrapiArchive(join(root, 'tags.tar'), { entities: [row('api::tag.tag', 1, 'tag1', { name: 'Red' })] });
});

afterAll(() => server?.stop());

const address = (change: (url: URL) => void): string => {
  const url = new URL(inject('postgres'));
  change(url);
  return url.href;
};
const host = () => new URL(inject('postgres')).host;

const failures: readonly (readonly [what: string, url: () => string, message: () => string])[] = [
  [
    'does not answer',
    () => 'postgres://me:secret@127.0.0.1:1/mine',
    () => 'No database answers at 127.0.0.1:1 (ECONNREFUSED). Start it, or correct DATABASE_URL.',
  ],
  [
    'refuses the password',
    () => address((url) => (url.password = 'wrong')),
    () =>
      `The database at ${host()} refused the command: password authentication failed for user "postgres". Correct the user and the password in DATABASE_URL.`,
  ],
  [
    'does not exist',
    () => address((url) => (url.pathname = '/absent')),
    () =>
      `The database at ${host()} refused the command: database "absent" does not exist. Create it, or correct its name in DATABASE_URL.`,
  ],
];

const commands = [
  ['migrate', 'apply'],
  ['migrate', 'status'],
  ['token', 'list'],
  ['token', 'create', 'ci'],
  ['token', 'revoke', 'ci'],
  ['explain', '/api/tags'],
  ['import', 'tags.tar'],
  ['export', 'new.tar'],
] as const;

test.each(failures)('a database that %s', async (_, url, message) => {
  const variables = { DATABASE_URL: url() };
  for (const command of commands) {
    const name = command[0] === 'migrate' || command[0] === 'token' ? command.slice(0, 2).join(' ') : command[0];
    expect(await inProcess(root, command, variables), name).toEqual({
      code: 1,
      stdout: '',
      stderr: `${message()}\n`,
    });
    const { code, stdout, stderr } = await inProcess(root, [...command, '--json'], variables);
    expect({ code, stderr }, name).toEqual({ code: 1, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({ version: 1, command: name, ok: false, message: message() });
  }
  const { findings } = JSON.parse((await inProcess(root, ['doctor', '--json'], variables)).stdout);
  expect(findings).toContainEqual({ level: 'error', subject: 'database', message: message() });
  const args = [bin, 'compare', '--with', 'http://127.0.0.1:1', '--json'];
  const compared = await run(process.execPath, args, root, variables);
  expect(compared).toMatchObject({ code: 2, stderr: '' });
  expect(JSON.parse(compared.stdout)).toMatchObject({ ok: false, message: message() });
});

const waiting = [
  ['cg_migrations', ['migrate', 'status']],
  ['tags', ['doctor']],
  ['cg_tokens', ['token', 'list']],
  ['cg_tokens', ['token', 'create', 'ci']],
  ['tags', ['explain', '/api/tags']],
] as const;

test.each(cases(waiting, 2))(
  'a connection that is lost while a command waits for %s is one message: %o',
  async (table, command) => {
    const { url, sql } = await server.database();
    expect(await inProcess(root, ['migrate', 'apply'], { DATABASE_URL: url })).toMatchObject({ code: 0 });
    const outcome = await sql.begin(async (tx) => {
      await tx`lock table ${tx(table)}`;
      const running = run(process.execPath, [bin, ...command, '--json'], root, { DATABASE_URL: url });
      for (let ended = 0; ended === 0; await sleep(10)) {
        ended = (
          await tx`select pg_terminate_backend(pid) from pg_locks where not granted and database = (
        select oid from pg_database where datname = current_database())`
        ).length;
      }
      return running;
    });
    expect(outcome).toMatchObject({ code: 1, stderr: '' });
    const { ok, message, findings } = JSON.parse(outcome.stdout);
    const lost = 'The connection to the database was lost. Run the command again.';
    expect(ok).toBe(false);
    if (command[0] === 'doctor')
      expect(findings).toContainEqual({ level: 'error', subject: 'database', message: lost });
    else expect(message).toBe(lost);
  },
);

test('wrong use is JSON for a script, too', async () => {
  const { code, stdout } = await inProcess(root, ['token', 'create', '--json']);
  expect(code).toBe(64);
  expect(JSON.parse(stdout)).toEqual({
    version: 1,
    command: 'token create',
    ok: false,
    message: "error: missing required argument 'name'",
  });
});
