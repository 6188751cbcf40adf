import type { Socket } from 'node:net';

/** Longer lines are none of ours. */
const MAX_LENGTH = 65_536;

/** The first line that the other side sends. Undefined if the connection ends before. */
export function receiveLine(socket: Socket): Promise<string | undefined> {
  return new Promise((resolve) => {
    let text = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      text += chunk;
      if (text.includes('\n')) resolve(text.slice(0, text.indexOf('\n')));
      else if (text.length > MAX_LENGTH) socket.destroy();
    });
    socket.once('error', () => resolve(undefined)).once('close', () => resolve(undefined));
  });
}
