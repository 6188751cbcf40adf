/** `content-gen user create` makes the first editor, with the checks of the project. */
import { execFile } from 'node:child_process';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { bin } from './command-line.js';
import { inProcess } from './in-process.js';
import { createProject, patience } from './serve/project.js';

const files = {
  'content-gen.config.ts': `import { defineConfig } from 'content-gen';
export default defineConfig({
  api: { rest: { ${patience} } },
  permissions: { public: { auth: ['callback'] }, editor: { note: '*', user: ['me'] } },
  users: { rateLimit: false },
});
`,
  'content/note.json': { attributes: { title: { type: 'string' } } },
};

let served: Awaited<ReturnType<typeof createProject>>;
let url: string;

beforeAll(async () => {
  served = await createProject(files);
  ({ url } = await served.serve(['--no-watch']).event('ready'));
});
afterAll(() => served.remove());

interface Result {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The real command, with a password in its standard input. */
function create(args: readonly string[], password: string, cwd = served.root): Promise<Result> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [bin, 'user', 'create', ...args], { cwd }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
    child.stdin?.end(password);
  });
}

const editor = ['--email', 'ann@example.org', '--role', 'editor', '--password-stdin'];

test('creates a user who can sign in and has the role, beside a server that runs', async () => {
  const made = await create([...editor, '--json'], 'secret1\n');
  expect([made.code, made.stderr]).toEqual([0, '']);
  expect(JSON.parse(made.stdout)).toMatchObject({
    command: 'user create',
    ok: true,
    documentId: expect.stringMatching(/^\w{24}$/),
    email: 'ann@example.org',
    username: 'ann',
    role: 'editor',
  });
  const sent = { identifier: 'ann@example.org', password: 'secret1' };
  const headers = { 'content-type': 'application/json' };
  const session = await fetch(`${url}/api/auth/local`, { method: 'POST', headers, body: JSON.stringify(sent) });
  const { jwt, user } = (await session.json()) as { jwt: string; user: object };
  expect([session.status, user]).toEqual([200, expect.objectContaining({ username: 'ann', confirmed: true })]);
  const note = await fetch(`${url}/api/notes`, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${jwt}` },
    body: JSON.stringify({ data: { title: 'a' } }),
  });
  expect(note.status).toBe(201);
});

test('says what is wrong, and creates nothing', async () => {
  await create(['--email', 'bob@example.org', '--role', 'editor', '--password-stdin'], 'secret1');
  const cid = ['--email', 'cid@example.org', '--role', 'editor'];
  const refused: readonly (readonly [readonly string[], string, string])[] = [
    [['--email', 'bob@example.org', '--role', 'editor'], 'secret1', 'already taken'],
    [['--email', 'no address', '--role', 'editor'], 'secret1', 'email'],
    [cid, 'x', 'password'],
    [cid, '\n', 'no password'],
  ];
  for (const [args, password, message] of refused) {
    const outcome = await create([...args, '--password-stdin'], password);
    expect([message, outcome.code, outcome.stdout]).toEqual([message, 1, '']);
    expect(outcome.stderr).toContain(message);
    expect(outcome.stderr).not.toContain('secret1');
  }
  const misused: readonly (readonly [readonly string[], number, string])[] = [
    [['--email', 'cid@example.org', '--role', 'edtor'], 1, 'did you mean "editor"?'],
    [cid, 64, '--password-stdin'],
    [['--email', 'cid@example.org'], 64, '--role'],
  ];
  for (const [args, code, message] of misused) {
    const outcome = await inProcess(served.root, ['user', 'create', ...args]);
    expect([message, outcome.code, outcome.stdout]).toEqual([message, code, '']);
    expect(outcome.stderr).toContain(message);
  }
  const asJson = await create([...editor, '--json'], 'secret1');
  expect([asJson.code, JSON.parse(asJson.stdout)]).toMatchObject([1, { command: 'user create', ok: false }]);
});

test('a project without users has no command for them', async () => {
  const project = await createProject({ 'content/note.json': files['content/note.json'] });
  const outcome = await inProcess(project.root, ['user', 'create', '--email', 'a@b.org', '--role', 'public']);
  expect([outcome.code, outcome.stderr]).toEqual([1, expect.stringContaining('The project has no users.')]);
  await project.remove();
});
