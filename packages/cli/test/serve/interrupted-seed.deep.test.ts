import { expect, onTestFinished, test } from 'vitest';

import { article, config, createProject } from './project.js';

/** Arguments of a start with the seed. */
const seeding = ['--no-watch', '--seed', 'seed.json'];

test('an interrupted seed starts again, unless other content may exist', { timeout: 600_000 }, async () => {
  const many = Array.from({ length: 150 }, (_, index) => ({
    request: 'POST /api/authors',
    data: { name: `${index}` },
  }));
  const files = { 'content-gen.config.ts': config, 'content/author.ts': article(`name: { type: 'string' }`) };
  const { serve, remove } = await createProject({ ...files, 'seed.json': JSON.stringify(many) }, { database: true });
  onTestFinished(remove);
  const killed = serve(seeding);
  await killed.event('seed');
  await killed.end('SIGKILL');

  const between = serve(['--no-watch']);
  const { url } = await between.event('ready');
  const before = (await (await fetch(`${url}/api/authors`)).json()) as { meta: { pagination: { total: number } } };
  await between.end('SIGTERM');
  const after = serve(seeding);
  await after.event('ready');
  const { state } = await after.event('seed');
  expect(state).toBe(before.meta.pagination.total === 0 ? 'started' : 'skipped');
  await after.end('SIGTERM');

  const another = serve(['--fresh', ...seeding]);
  await another.event('seed');
  await another.end('SIGKILL');
  const whole = await serve(seeding).event('ready');
  const response = await fetch(`${whole.url}/api/authors`);
  expect(await response.json()).toMatchObject({ meta: { pagination: { total: 150 } } });
});
