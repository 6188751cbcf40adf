import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { blocksOf } from '../../../cli/test/docs-page.js';
import { type Balancer, CHECK_MS, FALL } from './balancer.js';
import { freePort } from './free-port.js';

/** Tests with HAProxy are skipped, and counted as such, where it is not installed. */
export const hasHaproxy = spawnSync('haproxy', ['-v']).status === 0;

/** The part of a config that the documentation shows, for these servers, and with faster checks. */
function backendOf(servers: readonly string[]): string {
  const shown = blocksOf('docs/deployment.md').find(({ info }) => info === 'haproxy')?.code ?? '';
  const lines = servers.map((server) => `  server ${nameOf(server)} ${new URL(server).host}`);
  return shown
    .replace('inter 1s fall 2', `inter ${CHECK_MS}ms fall ${FALL}`)
    .replace(/( {2}server .*\n)+/, `${lines.join('\n')}\n`);
}

/** HAProxy before some servers, as its guides set it up: a balancer of requests, with persistent connections. */
export async function startHaproxy(servers: readonly string[]): Promise<Balancer> {
  const folder = await mkdtemp(join(tmpdir(), 'content-gen-haproxy-'));
  const [port, stats] = [await freePort(), await freePort()];
  const config = `
defaults
  mode http
  timeout connect 60s
  timeout client 60s
  timeout server 60s
  timeout check 60s

frontend api
  bind 127.0.0.1:${port}
  default_backend servers

${backendOf(servers)}
frontend stats
  bind 127.0.0.1:${stats}
  stats enable
  stats uri /
`;
  const file = join(folder, 'haproxy.cfg');
  await writeFile(file, config);
  const child = spawn('haproxy', ['-q', '-db', '-f', file], { stdio: ['ignore', 'ignore', 'inherit'] });
  const statuses = async () => (await fetch(`http://127.0.0.1:${stats}/;csv`)).text();
  await answering(statuses);
  return {
    name: 'HAProxy',
    url: `http://127.0.0.1:${port}`,
    isUp: async (server) => {
      const line = (await statuses()).split('\n').find((one) => one.startsWith(`servers,${nameOf(server)},`));
      return line?.split(',')[STATUS] === 'UP';
    },
    close: async () => {
      const closed = new Promise((resolve) => child.once('close', resolve));
      child.kill('SIGKILL');
      await closed;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function answering(ask: () => Promise<unknown>): Promise<void> {
  for (const deadline = Date.now() + 120_000; ; await sleep(50)) {
    const failure = await ask().then(
      () => undefined,
      (error: unknown) => error,
    );
    if (failure === undefined) return;
    if (Date.now() > deadline) throw failure;
  }
}

/** The column of its statistics. */
const STATUS = 17;

function nameOf(server: string): string {
  return `at-${new URL(server).port}`;
}
