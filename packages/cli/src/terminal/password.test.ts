import { PassThrough } from 'node:stream';

import { expect, test } from 'vitest';

import { askPassword, readPassword } from './password.js';

function person() {
  const [input, output] = [new PassThrough(), new PassThrough()];
  let shown = '';
  output.on('data', (chunk: Buffer) => (shown += chunk.toString()));
  return { input, output, shown: () => shown };
}

test('a password is asked for, and no key of it is shown', async () => {
  const { input, output, shown } = person();
  const answer = askPassword('Password: ', { input, output });
  for (const key of 'secreX') input.write(key);
  input.write('\u007f');
  input.write('t\r');
  expect(await answer).toBe('secret');
  expect(shown()).toBe('Password: \n');
});

test.each(['\r', '\u0003', '\u0004'])('without an answer there is no password: %j', async (key) => {
  const { input, output, shown } = person();
  const answer = askPassword('Password: ', { input, output });
  input.write(key);
  expect(await answer).toBeUndefined();
  expect(shown()).toBe('Password: \n');
});

test('a script sends a password as the first line', async () => {
  const sent = async (...chunks: readonly string[]) => {
    const input = new PassThrough();
    for (const chunk of chunks) input.write(chunk);
    input.end();
    return readPassword(input);
  };
  expect(await sent('sec', 'ret')).toBe('secret');
  expect(await sent(' a b \r\n', 'more')).toBe(' a b ');
  expect(await sent('')).toBeUndefined();
  expect(await sent('\n')).toBeUndefined();
});
