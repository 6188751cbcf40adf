import { StringDecoder } from 'node:string_decoder';

import { messageOf } from '../../diagnostics/thrown.js';
import { TransferProblem } from '../problem.js';

/** A line of this length would need several times as much memory. Strapi itself writes at most 256 MB per file. */
const LONGEST = 64 * 1024 * 1024;

/** The JSON values of a file with one value per line. Strapi ends the last line without a newline. */
export async function* jsonLines(path: string, bytes: AsyncIterable<Buffer>): AsyncIterable<unknown> {
  const decoder = new StringDecoder('utf8');
  let [rest, number] = ['', 0];
  const parsed = (line: string): unknown => {
    number++;
    try {
      return JSON.parse(line);
    } catch (error) {
      throw new TransferProblem(`${path}, line ${number}: ${messageOf(error)}`);
    }
  };
  for await (const piece of bytes) {
    const text = decoder.write(piece);
    // Splitting a long line again with every piece would take quadratic time.
    const lines = text.includes('\n') ? (rest + text).split('\n') : [rest + text];
    rest = lines.pop() ?? '';
    if (rest.length > LONGEST) throw new TransferProblem(`${path}, line ${number + 1} is longer than 64 MB.`);
    for (const line of lines) if (line.trim() !== '') yield parsed(line);
  }
  rest += decoder.end();
  if (rest.trim() !== '') yield parsed(rest);
}

/** The JSON value of a small file. */
export async function jsonFile(path: string, size: number, bytes: AsyncIterable<Buffer>): Promise<unknown> {
  if (size > LONGEST) throw new TransferProblem(`${path} is larger than 64 MB.`);
  const pieces: Buffer[] = [];
  for await (const piece of bytes) pieces.push(piece);
  try {
    return JSON.parse(Buffer.concat(pieces).toString('utf8'));
  } catch (error) {
    throw new TransferProblem(`${path}: ${messageOf(error)}`);
  }
}
