/** The server for production of a moved project: built, migrated and asked over HTTP. */
import { once } from 'node:events';
import { createInterface } from 'node:readline';

import { expect } from 'vitest';

import { run, start, writeFiles } from '../command-line.js';
import { inProcess } from '../in-process.js';
import type { TestServer } from '../migrate/server.js';

const config = `import { defineConfig } from 'content-gen';

export default defineConfig({
  api: { rest: { publicTimeoutMs: 60_000 } },
  permissions: {
    public: { article: ['find'], auth: ['register', 'callback'] },
    authenticated: { user: ['me'] },
  },
});
`;

const hooks = `import { ValidationError, defineHooks } from '@content-gen/runtime';

import * as models from './content/models.js';

export const hooks = defineHooks(models, {
  author: {
    beforeCreate: ({ data }) => {
      if (data.name === 'Nobody') throw new ValidationError('Nobody is no author');
      return { ...data, name: String(data.name).toUpperCase() };
    },
  },
});
`;

/** Ports a stub of a moved project, builds it with `tsc` as the guide says, and gives it a database. */
export async function build(root: string, compiler: string, postgresql: TestServer) {
  writeFiles(root, { 'content-gen.config.ts': config, 'src/hooks.ts': hooks });
  return buildAsMoved(root, compiler, postgresql);
}

/** Builds a moved project as `move` left it. */
export async function buildAsMoved(root: string, compiler: string, postgresql: TestServer) {
  expect(await inProcess(root, ['generate'])).toMatchObject({ code: 0 });
  expect(await run(process.execPath, [compiler, '-p', 'tsconfig.build.json'], root)).toEqual({
    code: 0,
    stdout: '',
    stderr: '',
  });
  const { url } = await postgresql.database();
  const variables = { DATABASE_URL: url };
  expect(await inProcess(root, ['migrate', 'create', 'begin'])).toMatchObject({ code: 0 });
  expect(await inProcess(root, ['migrate', 'apply'], variables)).toMatchObject({ code: 0 });
  const token = await inProcess(root, ['token', 'create', 'test', '--type', 'full-access'], variables);
  return { url, token: token.stdout.trim() };
}

/** Starts the server as the guide says, and ends it after the questions. */
export async function served<Answer>(
  root: string,
  database: string,
  ask: (address: string) => Promise<Answer>,
  variables: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const server = start(process.execPath, ['--max-semi-space-size=8', 'dist-content/server.js'], root, {
    DATABASE_URL: database,
    PORT: '0',
    ...variables,
  });
  let errors = '';
  server.stderr!.on('data', (text: Buffer) => (errors += text.toString()));
  const exited = once(server, 'exit');
  const line = await Promise.race([once(createInterface({ input: server.stdout! }), 'line'), exited.then(() => [''])]);
  try {
    expect(String(line[0]), errors).toMatch(/^Listening at /);
    const { port } = new URL(String(line[0]).replace('Listening at ', ''));
    return await ask(`http://127.0.0.1:${port}`);
  } finally {
    server.kill('SIGINT');
    await exited;
  }
}

/** Requests of every kind, and what a server answers that has one copy of each package. */
export async function answersOf(address: string, token: string) {
  const json = { 'content-type': 'application/json' };
  const withToken = { authorization: `Bearer ${token}` };
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(address + path, { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(body) });
  const get = (path: string, headers: Record<string, string> = {}) => fetch(address + path, { headers });
  const status = async (answer: Promise<Response>) => (await answer).status;

  const file = new FormData();
  file.append('files', new Blob(['words'], { type: 'text/plain' }), 'words.txt');
  const user = { username: 'ines', email: 'ines@example.org', password: 'night-boats' };
  const registered = await post('/api/auth/local/register', user);
  const { jwt } = (await registered.json()) as { jwt?: string };
  const made = await post('/api/authors', { data: { name: 'Ines' } }, withToken);
  const { data } = (await made.json()) as { data?: { name?: string } };

  return {
    public: await status(get('/api/articles')),
    refused: await status(get('/api/authors')),
    unknown: await status(get('/api/nothing')),
    elsewhere: await (await get('/elsewhere')).text(),
    wrongToken: await status(get('/api/articles', { authorization: 'Bearer x' })),
    token: await status(get('/api/authors', withToken)),
    invalid: await status(get('/api/articles?filters[nothing]=1')),
    register: registered.status,
    signIn: await status(post('/api/auth/local', { identifier: user.email, password: user.password })),
    wrongPassword: await status(post('/api/auth/local', { identifier: user.email, password: 'wrong' })),
    me: await status(get('/api/users/me', { authorization: `Bearer ${jwt}` })),
    nobody: await status(get('/api/users/me')),
    upload: await status(fetch(`${address}/api/upload`, { method: 'POST', headers: withToken, body: file })),
    files: await status(get('/api/upload/files', withToken)),
    refusedFiles: await status(get('/api/upload/files')),
    hook: data?.name,
    refusedByHook: await status(post('/api/authors', { data: { name: 'Nobody' } }, withToken)),
    otherMethod: await status(post('/api/home-page', {}, withToken)),
    otherSpelling: await status(get('/api/Articles', withToken)),
  };
}

export const expectedAnswers = {
  public: 200,
  refused: 403,
  unknown: 404,
  elsewhere: expect.stringContaining('"NotFoundError"') as string,
  wrongToken: 401,
  token: 200,
  invalid: 400,
  register: 200,
  signIn: 200,
  wrongPassword: 400,
  me: 200,
  nobody: 401,
  upload: 201,
  files: 200,
  refusedFiles: 403,
  hook: 'INES',
  refusedByHook: 400,
  otherMethod: 405,
  otherSpelling: 200,
};
