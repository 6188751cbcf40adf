import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import { receiveLine } from './line.js';
import type { KeeperReply } from './keeper.js';
import { type KeeperAddress, hasKeeper, keeperFolder, keeperLog, readKeeperAddress } from './place.js';
import { TestProblem } from './problem.js';

/** A database and a folder for files that belong to one test file until it ends. */
interface Lease {
  readonly url: string;
  readonly uploads: string;
  end(): Promise<void>;
}

/** On a busy machine, making a server takes several times as long as otherwise. */
const PATIENCE_MS = 120_000;
const RETRY_MS = 25;

/** Asks the keeper of a project for a database. Whoever comes first starts the keeper. */
export async function leaseDatabase(root: string): Promise<Lease> {
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await sleep(RETRY_MS)) {
    const address = await readKeeperAddress(root);
    const lease = address && (await askKeeper(address));
    if (lease !== undefined) return lease;
    if (!(await hasKeeper(root))) await startKeeper(root, address?.secret);
  }
  throw new TestProblem(`The server for tests did not start. Read its log, ${keeperLog(root)}.`);
}

/** Undefined if there is no keeper at the address, or if it is about to end. */
async function askKeeper({ port, secret }: KeeperAddress): Promise<Lease | undefined> {
  const socket = connect(port, '127.0.0.1');
  // A keeper that is killed later ends its databases, which the test sees.
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.write(`${secret}\n`);
  const line = await receiveLine(socket);
  if (line === undefined) return undefined;
  const reply: KeeperReply = JSON.parse(line);
  if ('error' in reply) throw new TestProblem(reply.error);
  // A test file that forgets to close its project ends nevertheless.
  socket.unref();
  const end = async () => {
    // Otherwise the process could end before the answer.
    socket.ref();
    socket.end();
    await closed;
  };
  return { ...reply, end };
}

/**
 * Starts a keeper that outlives this process. Returns when the keeper is reachable, or has left the work to another one.
 * `former`: the secret of a keeper that was killed.
 */
async function startKeeper(root: string, former: string | undefined): Promise<void> {
  mkdirSync(keeperFolder(root), { recursive: true });
  const log = openSync(keeperLog(root), 'w');
  const program = createRequire(import.meta.url).resolve('#keeper');
  const child = spawn(process.execPath, [program, root], {
    detached: true,
    windowsHide: true,
    stdio: ['ignore', log, log],
    // Options such as a loader of the test runner are not for the keeper.
    env: { ...process.env, NODE_OPTIONS: '', DATABASE_URL: '' },
  });
  closeSync(log);
  child.unref();
  let code: number | null | undefined;
  let failure: Error | undefined;
  child.once('exit', (ended) => (code = ended)).once('error', (error) => (failure = error));
  const isReachable = async () => ![undefined, former].includes((await readKeeperAddress(root))?.secret);
  while (code === undefined && failure === undefined && !(await isReachable())) await sleep(RETRY_MS);
  if (failure !== undefined) throw failure;
  if (code === undefined || code === 0) return;
  const said = (await readFile(keeperLog(root), 'utf8').catch(() => '')).trim();
  throw new TestProblem(`The server for tests did not start:\n${said}`);
}
