import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { freePort } from '../requests/database.mjs';

const program = fileURLToPath(new URL('server.mjs', import.meta.url));

/** As `npm start` of a project has it; and a signal that writes the heap, into the folder of the run. */
const FLAGS = ['--max-semi-space-size=8', '--heapsnapshot-signal=SIGUSR2'];

/** Servers of the same project and the same database. */
export class Instances {
  #database;
  #folder;
  #workers;
  #all = [];
  /** Servers that ended although they were not told to. */
  crashes = [];

  /** `folder`: their working directory. */
  static async start({ instances, workers }, { database, folder }) {
    const made = new Instances();
    made.#database = database;
    made.#folder = folder;
    made.#workers = workers;
    for (let n = 0; n < instances; n++) made.#all.push({ port: await freePort(), child: undefined });
    for (const instance of made.#all) made.#launch(instance);
    // A run that fails leaves no servers behind.
    process.once('exit', () => made.#all.forEach(({ child }) => child.kill('SIGKILL')));
    await made.allReady();
    return made;
  }

  get urls() {
    return this.#all.map(({ port }) => `http://127.0.0.1:${port}`);
  }

  get hasWorkers() {
    return this.#workers > 0;
  }

  get count() {
    return this.#all.length;
  }

  /** The processes that serve: the workers of each instance, or the instance itself. */
  get pids() {
    return this.#all.flatMap(({ child }) => (this.hasWorkers ? childrenOf(child.pid) : [child.pid]));
  }

  /** Ends an instance with a signal, and starts it again when it has ended. */
  async restart(index, signal) {
    const instance = this.#all[index];
    instance.isEnding = true;
    instance.child.kill(signal);
    await instance.exited;
    this.#launch(instance);
    await ready(this.urls[index]);
  }

  /** Kills one worker; the instance replaces it itself. */
  killWorker(index, random) {
    const { pid } = this.#all[index].child;
    const workers = childrenOf(pid);
    if (workers.length > 0) process.kill(random.pick(workers), 'SIGKILL');
  }

  /** Replaces all workers of an instance. */
  reload(index) {
    this.#all[index].child.kill('SIGHUP');
  }

  async allReady() {
    await Promise.all(this.urls.map(ready));
  }

  async stop() {
    for (const instance of this.#all) {
      instance.isEnding = true;
      instance.child.kill('SIGINT');
      await instance.exited;
    }
  }

  #launch(instance) {
    const env = {
      ...process.env,
      PORT: String(instance.port),
      DATABASE_URL: this.#database,
      CHAOS_WORKERS: String(this.#workers),
      NODE_ENV: 'production',
    };
    const stderr = process.env.CHAOS_LOG === undefined ? 'ignore' : openSync(process.env.CHAOS_LOG, 'a');
    instance.child = spawn(process.execPath, [...FLAGS, program], {
      cwd: this.#folder,
      env,
      stdio: ['ignore', 'ignore', stderr],
    });
    instance.isEnding = false;
    instance.exited = once(instance.child, 'exit').then(([code, signal]) => {
      if (instance.isEnding) return;
      this.crashes.push(`A server ended by itself, with ${signal ?? code}`);
      this.#launch(instance);
    });
  }
}

/** The children of a process; Linux only. Elsewhere no worker is killed. */
function childrenOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

async function ready(url) {
  for (let tries = 0; tries < 1_200; tries++) {
    const status = await fetch(`${url}/_ready`).then(
      (answer) => answer.status,
      () => 0,
    );
    if (status === 204) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${url} is not ready after a minute`);
}
