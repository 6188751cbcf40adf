import type { AddressInfo } from 'node:net';

import { SMTPServer } from 'smtp-server';

export interface Letter {
  readonly from: string;
  readonly to: readonly string[];
  readonly text: string;
}

/** A mail server that keeps what it is given. */
export async function startMailServer() {
  const letters: Letter[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      let text = '';
      stream.setEncoding('utf8');
      stream.on('data', (part: string) => (text += part));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        letters.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          text,
        });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    letters,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** The code in a letter: lines of a mail may be broken up, and signs of a link spelt out. */
export function codeIn({ text }: Letter, name: string): string {
  const plain = text
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return new RegExp(`[?&]${name}=([\\w-]+)`).exec(plain)![1]!;
}
