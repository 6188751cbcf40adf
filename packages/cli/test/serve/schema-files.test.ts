import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { contentGen } from '../command-line.js';
import { createProject, makePatient } from './project.js';

/** The schema files of a Strapi project with everything that Strapi tolerates: checked, generated and served. */
const fixture = fileURLToPath(new URL('../../../../fixtures/real-schemas/', import.meta.url));
let project: Awaited<ReturnType<typeof createProject>>;

beforeAll(async () => {
  project = await createProject({}, { database: true });
  for (const path of ['src/api', 'src/components', 'src/extensions', 'content-gen.config.ts']) {
    await cp(join(fixture, path), join(project.root, path), { recursive: true });
  }
  makePatient(project.root);
});
afterAll(() => project.remove());

test('check reports warnings with code, file and key, and succeeds', async () => {
  const { code, stdout } = await contentGen(project.root, 'check', '--json');
  const { ok, diagnostics } = JSON.parse(stdout);
  expect([code, ok]).toEqual([0, true]);
  const told = (wanted: string) =>
    diagnostics.filter((one: { code: string }) => one.code === wanted).map((one: { path: string }) => one.path);
  expect(new Set(diagnostics.map((one: { severity: string }) => one.severity))).toEqual(new Set(['warning']));
  expect(told('CG502')).toEqual(['attributes.title.enum']);
  expect(told('CG503')).toContain('attributes.status.default');
  expect(told('CG506')).toEqual(['attributes.editor', 'attributes.form']);
  expect(told('CG509')).toEqual(['attributes.status']);
  const [plugin] = diagnostics.filter((one: { code: string }) => one.code === 'CG507');
  expect(plugin.file).toBe('src/extensions/upload/content-types/file/schema.json');
});

test('generate writes the code, and prints the warnings on the side of errors', async () => {
  const { code, stdout, stderr } = await contentGen(project.root, 'generate');
  expect(code).toBe(0);
  expect(stdout).toContain('3 content types, 2 components');
  expect(stderr).toContain('CG505  warning: person.watching is one-way, because ticket.watchers does not name it');
  expect((await contentGen(project.root, 'generate', '--check')).code).toBe(0);
});

test('serve answers requests, with users that only a permission names', async () => {
  const server = project.serve(['--no-watch']);
  const { url } = await server.event('ready');
  expect((await server.event('warnings')).diagnostics.length).toBeGreaterThan(10);
  const send = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: response.status, body: await response.json() };
  };
  const ticket = { title: 'a', Title: 'b', kind: 'offer', price: 3, status: 'open', signature: { by: 'ann' } };
  expect(await send('/api/tickets', { data: ticket })).toMatchObject({ status: 201, body: { data: ticket } });
  const found = await fetch(`${url}/api/tickets?filters[status]=open&sort=Title&status=draft`);
  expect(await found.json()).toMatchObject({ data: [ticket], meta: { pagination: { total: 1 } } });
  const user = { username: 'ann', email: 'ann@example.org', password: 'correct horse' };
  expect(await send('/api/auth/local/register', user)).toMatchObject({
    status: 200,
    body: { user: { username: 'ann' } },
  });
  expect(await server.end('SIGTERM')).toBe(0);
});
