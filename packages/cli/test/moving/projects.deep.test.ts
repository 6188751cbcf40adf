/** Small Strapi projects are moved, built and started as the guide says, and answer the requests of their clients. */
import { cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { project, run } from '../command-line.js';
import { inProcess } from '../in-process.js';
import { type TestServer, startServer } from '../migrate/server.js';
import { workspace } from '../temporary-project.js';
import { buildAsMoved, served } from './built-server.js';

const compiler = join(workspace, 'node_modules', 'typescript', 'bin', 'tsc');
let postgresql: TestServer;

beforeAll(async () => {
  postgresql = await startServer();
});
afterAll(() => postgresql?.stop());

interface Answer {
  readonly status: number;
  readonly body: any;
}
type Ask = (request: string, data?: unknown, secret?: string) => Promise<Answer>;

/** Moves a project of `fixtures/moving`, and asks its server. `ask('POST /api/orders', body, token)` */
async function moved(
  name: string,
  questions: (ask: Ask, token: string, root: string, url: string) => Promise<void>,
): Promise<void> {
  const root = project({}, { packages: true });
  rmSync(join(root, 'package.json'), { force: true });
  cpSync(join(workspace, 'fixtures', 'moving', name), root, { recursive: true });
  expect(await inProcess(root, ['move'])).toMatchObject({ code: 0, stderr: '' });
  const { url, token } = await buildAsMoved(root, compiler, postgresql);
  const keys = { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret', NODE_ENV: 'production' };
  await served(root, url, (address) => questions(askAt(address), token, root, url), keys);
}

function askAt(address: string): Ask {
  return async (request, data, secret) => {
    const [method = 'GET', path = ''] = request.split(' ');
    const headers = {
      ...(data === undefined ? {} : { 'content-type': 'application/json' }),
      ...(secret === undefined ? {} : { authorization: `Bearer ${secret}` }),
    };
    const body = data === undefined ? {} : { body: JSON.stringify(data) };
    const response = await fetch(address + path, { method, headers, ...body });
    return { status: response.status, body: await response.json().catch(() => undefined) };
  };
}

async function register(ask: Ask): Promise<Answer> {
  const user = { username: 'ines', email: 'ines@example.org', password: 'night-boats' };
  return ask('POST /api/auth/local/register', user);
}

describe('the moved project', { timeout: 400_000 }, () => {
  test('shop keeps what it guards and computes closed, and populates what it forced', async () => {
    await moved('shop', async (ask, token) => {
      const maker = await ask('POST /api/makers', { data: { name: 'Ada', secret: 'x' } }, token);
      const shoe = { title: 'Shoe', price: 10, maker: maker.body.data.documentId };
      const product = await ask('POST /api/products', { data: shoe }, token);
      expect(product.status).toBe(201);
      const { body } = await ask('GET /api/products?populate[maker][fields]=id');
      expect(body.data).toMatchObject([{ title: 'Shoe', maker: { name: 'Ada' } }]);
      expect(await ask('GET /api/products', undefined, 'x')).toMatchObject({ status: 401 });
      expect(await ask('GET /api/products?status=draft')).toMatchObject({ status: 403 });
      expect(await ask('GET /api/users/me')).toMatchObject({ status: 403 });
      const { jwt } = (await register(ask)).body;
      expect(await ask('GET /api/users/me', undefined, jwt)).toMatchObject({ status: 200 });
      const wrong = { identifier: 'ines', password: 'wrong' };
      expect(await ask('POST /api/auth/local', wrong)).toMatchObject({ status: 400 });
      const comment = await ask('POST /api/comments', { data: { text: 'Nice' } }, jwt);
      expect(comment.status).toBe(201);
      const path = `/api/comments/${comment.body.data.documentId}`;
      const message = expect.stringContaining('is-owner') as string;
      const closed = { status: 501, body: { error: { message } } };
      expect(await ask(`PUT ${path}`, { data: { text: 'Not mine' } }, jwt)).toMatchObject(closed);
      expect(await ask(`DELETE ${path}`, undefined, jwt)).toMatchObject(closed);
      const bulk = { data: [{ documentId: comment.body.data.documentId }] };
      expect(await ask('POST /api/comments/actions/bulk', bulk, token)).toMatchObject({ status: 501 });
      expect(await ask('POST /api/orders', { data: { total: 0.01 } }, jwt)).toMatchObject({
        status: 501,
        body: { error: { message: 'order.create is not ported yet' } },
      });
      expect(await ask('GET /api/orders', undefined, jwt)).toMatchObject({ status: 403 });
    });
  });

  test('newsletter has no write without its lifecycle, and no routes of a plugin', async () => {
    await moved('newsletter', async (ask, token, root, url) => {
      expect(await ask('POST /api/issues', { data: { subject: 'Welcome' } }, token)).toMatchObject({ status: 201 });
      expect((await ask('GET /api/issues')).body.data).toMatchObject([{ subject: 'Welcome' }]);
      const message = expect.stringContaining('beforeCreate') as string;
      expect(await ask('POST /api/subscribers', { data: { email: 'a@example.org' } })).toMatchObject({
        status: 501,
        body: { error: { message } },
      });
      expect(await ask('GET /api/navigation/render/main')).toMatchObject({ status: 404 });
      expect(await ask('GET /api/subscribers')).toMatchObject({ status: 403 });
      expect(existsSync(join(root, 'src', 'content', 'openapi.json'))).toBe(true);
      // The build has the program for cron tasks, and a task that is not ported fails.
      const task = (name: string) =>
        run(process.execPath, ['dist-content/moved/run-task.js', name], root, { DATABASE_URL: url });
      const stderr = expect.stringContaining('The task sendDigest is not ported yet') as string;
      expect(await task('sendDigest')).toMatchObject({ code: 1, stderr });
      const known = expect.stringContaining('The tasks are sendDigest') as string;
      expect(await task('other')).toMatchObject({ code: 1, stderr: known });
    });
  });

  test('config-sync has its locales, and registers users with its own role', async () => {
    await moved('config-sync', async (ask, token) => {
      const german = await ask('POST /api/trails', { data: { title: 'Höhenweg' } }, token);
      expect(german.body.data).toMatchObject({ title: 'Höhenweg', locale: 'de' });
      const one = `/api/trails/${german.body.data.documentId}`;
      await ask(`PUT ${one}?locale=en`, { data: { title: 'High trail' } }, token);
      expect((await ask(`GET ${one}?locale=en`)).body.data).toMatchObject({ title: 'High trail' });
      expect((await ask('GET /api/trails')).body.data).toMatchObject([{ title: 'Höhenweg' }]);
      const hut = await ask('POST /api/huts', { data: { name: 'Refuge' } }, token);
      const { jwt } = (await register(ask)).body;
      const change = { data: { beds: 3 } };
      const path = `/api/huts/${hut.body.data.documentId}`;
      expect(await ask(`PUT ${path}`, change)).toMatchObject({ status: 403 });
      expect(await ask(`PUT ${path}`, change, jwt)).toMatchObject({ status: 200, body: { data: { beds: 3 } } });
      expect(await ask('POST /api/huts', { data: { name: 'Mine' } }, jwt)).toMatchObject({ status: 403 });
    });
  });

  test('custom-fields stores the values of its fields, and what its code adds to users', async () => {
    await moved('custom-fields', async (ask, token) => {
      const { roles } = (await ask('GET /api/users-permissions/roles', undefined, token)).body;
      const role = roles.find(({ type }: { type: string }) => type === 'authenticated').id;
      const values = { colour: '#fff', text: '<p>Quiet</p>', tags: ['a'], badge: 'new', hours: { mon: [9, 17] } };
      const user = { username: 'ines', email: 'i@example.org', password: 'night-boats', role };
      const keeper = await ask('POST /api/users', { ...user, phone: '1', floor: 2 }, token);
      expect(keeper, JSON.stringify(keeper.body)).toMatchObject({ status: 201, body: { phone: '1', floor: 2 } });
      const room = { ...values, name: 'Room', price: 9.5, look: { icon: 'sun', frame: 3 } };
      const made = await ask(
        'POST /api/rooms?populate=*',
        { data: { ...room, keeper: keeper.body.documentId } },
        token,
      );
      expect(made, JSON.stringify(made.body)).toMatchObject({ status: 201, body: { data: room } });
      expect(made.body.data.keeper).toMatchObject({ username: 'ines' });
      const users = await ask('GET /api/users?populate=rooms', undefined, token);
      expect(users.body).toMatchObject([{ floor: 2, rooms: [{ name: 'Room' }] }]);
      expect(await ask('POST /api/rooms', { data: { look: { frame: 'x' } } }, token)).toMatchObject({ status: 400 });
    });
  });
});
