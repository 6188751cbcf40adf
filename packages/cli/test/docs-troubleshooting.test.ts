/** Every message that docs/troubleshooting.md quotes is in the sources. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { sourcesIn } from './rooms.js';

const workspace = fileURLToPath(new URL('../../../', import.meta.url));
const page = readFileSync(join(workspace, 'docs/troubleshooting.md'), 'utf8');
const sources = ['cli', 'runtime'].flatMap((name) => {
  const root = join(workspace, 'packages', name, 'src');
  return sourcesIn(root).map((file) => readFileSync(join(root, file), 'utf8'));
});

/** The first code of each row of a table; the answers of the API have a status before it. */
const messages = [...page.matchAll(/^\| (?:\d{3} +\| )?`([^`]+)`/gm)].map(([, message]) => message!);

test('the page quotes messages', () => expect(messages.length).toBeGreaterThan(45));

test.each(messages)('%s', (message) => {
  // The message begins a text. `…` stands for a value, which is `${…}` in a template.
  const parts = message.split('…').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const pattern = new RegExp(`['"\x60]${parts.join('\\$\\{[^`]*?\\}')}`);
  expect(sources.some((source) => pattern.test(source))).toBe(true);
});
