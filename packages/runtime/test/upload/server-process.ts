import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

import type { UploadSettings } from '../../src/content/upload-settings.js';
import { bundleProgram } from '../harness/program.js';

export interface ServerProcess {
  readonly url: string;
  readonly child: ChildProcess;
  /** Of the process itself, in bytes. */
  memory(): Promise<number>;
  kill(): Promise<void>;
}

export interface ServerOptions {
  readonly databaseUrl: string;
  readonly upload: UploadSettings;
  /** Files may not grow beyond this, as on a full disk. */
  readonly fileBlocks?: number;
}

const program = () => bundleProgram(new URL('server.ts', import.meta.url), 'upload-test');

let built: Promise<string> | undefined;

export async function startServer({ databaseUrl, upload, fileBlocks }: ServerOptions): Promise<ServerProcess> {
  const env = { ...process.env, DATABASE_URL: databaseUrl, UPLOAD: JSON.stringify(upload) };
  const file = await (built ??= program());
  const limit = fileBlocks === undefined ? '' : `ulimit -f ${fileBlocks}; `;
  const child = spawn('sh', ['-c', `${limit}exec "$0" "$1"`, process.execPath, file], {
    env,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('The server ended before it began')));
  const [{ port }] = (await Promise.race([once(child, 'message'), ended])) as [{ port: number }];
  ended.catch(() => undefined);
  return {
    url: `http://127.0.0.1:${port}`,
    child,
    memory: async () => {
      child.send('memory');
      const [{ rss }] = (await once(child, 'message')) as [{ rss: number }];
      return rss;
    },
    kill: async () => {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGKILL');
        await once(child, 'exit');
      }
    },
  };
}
