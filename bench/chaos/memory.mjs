import { readFileSync } from 'node:fs';

const KB_PER_MB = 1_024;
const EVERY_MS = 1_000;
const QUARTERS = 4;

/** Follows the resident memory of the processes that serve; on Linux only. */
export class MemoryWatch {
  #instances;
  #startedAt = Date.now();
  #totalMs;
  #say;
  /** The largest of all processes, in each quarter of the run. In megabytes. */
  #largest = Array.from({ length: QUARTERS }, () => 0);
  #snapshots;
  #timers = [];

  static start({ instances, minutes, snapshots, say }) {
    const watch = new MemoryWatch();
    watch.#instances = instances;
    watch.#totalMs = minutes * 60_000;
    watch.#say = say;
    watch.#snapshots = snapshots;
    watch.#timers.push(setInterval(() => watch.#look(), EVERY_MS));
    watch.#timers.push(setInterval(() => watch.#tell(), Math.max(60_000, watch.#totalMs / 20)));
    if (snapshots) watch.#timers.push(setTimeout(() => watch.#writeHeaps(), watch.#totalMs / QUARTERS));
    return watch;
  }

  /** The largest process in each quarter of the run. */
  async stop() {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#look();
    if (this.#snapshots) this.#writeHeaps();
    return this.#largest.map(Math.round);
  }

  #look() {
    const quarter = Math.floor(((Date.now() - this.#startedAt) / this.#totalMs) * QUARTERS);
    const index = Math.min(quarter, QUARTERS - 1);
    this.#largest[index] = Math.max(this.#largest[index], ...this.#now());
  }

  #tell() {
    const all = this.#now().map((megabytes) => `${Math.round(megabytes)} MB`);
    this.#say(`memory ${all.join(', ')}`);
  }

  #now() {
    return this.#instances.pids.map(residentMemory);
  }

  /** Node writes them into its working directory. */
  #writeHeaps() {
    for (const pid of this.#instances.pids) process.kill(pid, 'SIGUSR2');
  }
}

/** What a process takes beyond its limit, as sentences. */
export function exceeded(quarters, limit) {
  const most = Math.max(...quarters);
  return most > limit ? [`A server took ${most} MB of memory, more than ${limit} MB`] : [];
}

/** In megabytes; 0 if the process has ended. */
function residentMemory(pid) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / KB_PER_MB;
  } catch {
    return 0;
  }
}
