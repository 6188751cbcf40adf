/** Runs the commands of docs/moving-from-strapi.md in a Strapi project. */
import { expect, test } from 'vitest';

import { contentGen } from '../command-line.js';
import { blocksOf } from '../docs-page.js';
import { makePatient, startServe } from '../serve/project.js';
import { strapiProject } from './strapi.js';

test('the afternoon', { timeout: 600_000 }, async () => {
  const root = strapiProject({}, { database: true });
  const commands = blocksOf('docs/moving-from-strapi.md')
    .filter(({ info }) => info === 'sh')
    .flatMap(({ code }) => code.trim().split('\n'));
  expect(commands).toHaveLength(5);
  for (const command of commands) {
    const [, , ...args] = command.split(' ');
    if (args[0] === 'serve') {
      makePatient(root);
      const serving = startServe(root, { args: ['--no-watch'] });
      const { url } = await serving.event('ready');
      expect((await fetch(`${url}/content/articles`)).status).toBe(200);
      expect(await serving.end('SIGTERM')).toBe(0);
    } else expect(await contentGen(root, ...args), command).toMatchObject({ code: 0 });
  }
});
