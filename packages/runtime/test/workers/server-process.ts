import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';

import type { ServeOptions } from '../../src/node.js';
import { bundleProgram } from '../harness/program.js';

export interface Answer {
  /** 0: there was no answer. */
  readonly status: number;
  readonly body: string;
  readonly headers: IncomingHttpHeaders;
}

export interface ServerProcess {
  readonly url: string;
  readonly child: ChildProcess;
  /** All it has printed. */
  readonly printed: { out: string; err: string };
  ask(path: string, options?: AskOptions): Promise<Answer>;
  /** The workers that answered on `count` connections. */
  pids(count?: number): Promise<ReadonlySet<number>>;
}

export interface AskOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Without it, the request has a connection of its own. */
  readonly agent?: Agent;
}

let built: Promise<string> | undefined;

export async function startServer(
  databaseUrl: string,
  options: ServeOptions,
  environment: Readonly<Record<string, string>> = {},
  /** Called before the server is ready. */
  whileStarting: (child: ChildProcess) => void = () => undefined,
): Promise<ServerProcess> {
  const file = await (built ??= bundleProgram(new URL('server.ts', import.meta.url), 'workers-test'));
  const env = { ...process.env, DATABASE_URL: databaseUrl, SERVE: JSON.stringify(options), ...environment };
  const child = spawn(process.execPath, [file], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  whileStarting(child);
  const printed = { out: '', err: '' };
  child.stdout.on('data', (data: Buffer) => void (printed.out += data.toString()));
  child.stderr.on('data', (data: Buffer) => void (printed.err += data.toString()));
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(`The server ended: ${printed.err}`)));
  ended.catch(() => undefined);
  while (!printed.out.includes('\n')) await Promise.race([once(child.stdout, 'data'), ended]);
  const url = printed.out.replace('Listening at ', '').trim();
  const ask = (path: string, asked?: AskOptions) => askAt(url, path, asked);
  return {
    url,
    child,
    printed,
    ask,
    pids: async (count = 8) => {
      const answers = await Promise.all(Array.from({ length: count }, () => ask('/pid')));
      return new Set(answers.filter(({ status }) => status === 200).map(({ body }) => Number(body)));
    },
  };
}

/** A failure is a value, because tests count them. */
export function askAt(
  url: string,
  path: string,
  { body, agent, method = 'GET', headers = {} }: AskOptions = {},
): Promise<Answer> {
  return new Promise<Answer>((resolve) => {
    const fail = (error: NodeJS.ErrnoException) =>
      resolve({ status: 0, body: error.code ?? error.message, headers: {} });
    const sent = request(url + path, { method, headers, agent: agent ?? new Agent() }, (response) => {
      const { statusCode: status = 0, headers: received } = response;
      text(response).then((answer) => resolve({ status, body: answer, headers: received }), fail);
    });
    sent.on('error', fail);
    sent.end(body);
  });
}
