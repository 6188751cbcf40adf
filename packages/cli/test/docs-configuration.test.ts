/** docs/configuration.md and the shape of the config list the same keys. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { configShape } from '../src/config/definition-shape.js';

const page = readFileSync(fileURLToPath(new URL('../../../docs/configuration.md', import.meta.url)), 'utf8');

/** Puts a value at one place of an otherwise empty config. */
type Wrap = (value: unknown) => unknown;

interface Report {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}

const UNKNOWN = 'no such key';

function reportsOn(config: unknown): readonly Report[] {
  const reports: Report[] = [];
  configShape(config, [], (code, _path, message, hint = '') => reports.push({ code, message, hint }));
  return reports;
}

/** The keys of the object at a place: the hint about an unknown key lists them. */
function keysAt(wrap: Wrap, besides: object = {}): readonly string[] {
  const hints = reportsOn(wrap({ ...besides, [UNKNOWN]: 1 })).filter(
    ({ code, message }) => code === 'CG102' && message.includes(UNKNOWN),
  );
  return hints.flatMap(({ hint }) => hint.replace('the keys are ', '').split(', '));
}

/** A key with choices (`provider`) may decide which other keys there are, so each choice is tried. */
function allKeysAt(wrap: Wrap): readonly string[] {
  const keys = keysAt(wrap);
  const others = keys.flatMap((key) => {
    const [refusal] = reportsOn(wrap({ [key]: UNKNOWN })).filter(({ message }) => message.includes(`.${key} must be`));
    const choices = /one of (.*), not/.exec(refusal?.message ?? '')?.[1]?.split(', ') ?? [];
    return choices.flatMap((choice) => keysAt(wrap, { [key]: choice }));
  });
  return [...new Set([...keys, ...others])];
}

/** Names of roles and content types are free: `permissions.<>.<>.actions`. */
const MAX_FREE_NAMES = 2;

/** Every key of the config without keys below it. */
function leaves(path: string, wrap: Wrap, freeNames = 0): readonly string[] {
  const keys = allKeysAt(wrap);
  if (keys.length > 0) {
    return keys.flatMap((key) => leaves(path === '' ? key : `${path}.${key}`, (value) => wrap({ [key]: value })));
  }
  const items = allKeysAt((value) => wrap([value]));
  if (items.length > 0) return items.flatMap((key) => leaves(`${path}[].${key}`, (value) => wrap([{ [key]: value }])));
  if (freeNames === MAX_FREE_NAMES) return [path];
  const named = leaves(`${path}.<>`, (value) => wrap({ any: value }), freeNames + 1);
  return named.every((each) => each.endsWith('.<>')) ? [path] : named;
}

const expected = leaves('', (value) => value);

/** The rows of the page, with a name such as `<role>` left blank. */
const documented = [...page.matchAll(/^\| `([^`]+)`/gm)].map(([, key]) => key!.replaceAll(/<\w+>/g, '<>'));

test('the shape of the config has nested keys, free names, lists and choices', () =>
  expect(expected).toEqual(
    expect.arrayContaining([
      'content',
      'api.rest.maxLimit',
      'permissions.<>.<>.actions',
      'tokens[].sha256',
      'users.roles.<>.name',
      'users.rateLimit.requests',
      'upload.storage.folder',
      'upload.storage.bucket',
    ]),
  ));

test.each(expected)('docs/configuration.md documents %s', (key) => expect(documented).toContain(key));

test('docs/configuration.md documents no key that does not exist', () => {
  const isKnown = (key: string) => expected.some((each) => each === key || each.startsWith(`${key}.`));
  expect(documented.filter((key) => !isKnown(key))).toEqual([]);
});

test('docs/configuration.md gives each key a type, a default and a meaning', () => {
  const rows = page.split('\n').filter((line) => line.startsWith('| `'));
  for (const row of rows)
    expect(row.split('|').map((cell) => cell.trim())).toEqual(['', ...Array(4).fill(expect.stringMatching(/./)), '']);
});
