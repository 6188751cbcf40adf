import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import type { Readable } from 'node:stream';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';

/** The streams of a person who answers. */
interface Console {
  readonly input: Readable;
  /** Gets the question, and nothing of the answer. */
  readonly output: Writable;
}

/** Asks for a password without showing what is typed. `undefined` without an answer. */
export async function askPassword(
  question: string,
  { input, output }: Console = { input: process.stdin, output: process.stderr },
): Promise<string | undefined> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output: silent, terminal: true });
  output.write(question);
  // While it waits for a line, the terminal reports Ctrl-C as a key, and not as a signal.
  lines.once('SIGINT', () => lines.close());
  const closed = once(lines, 'close').then(() => undefined);
  const answer = await Promise.race([lines.question('').catch(() => closed), closed]);
  output.write('\n');
  lines.close();
  return answer === '' ? undefined : answer;
}

/** Reads a password that a script sends, up to the end of the line. */
export async function readPassword(input: Readable = process.stdin): Promise<string | undefined> {
  const [line = ''] = (await text(input)).split(/\r?\n/);
  return line === '' ? undefined : line;
}
