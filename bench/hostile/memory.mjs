import { readFileSync, readdirSync } from 'node:fs';

const KB_PER_MB = 1_024;
const EVERY_MS = 20;

/** The largest resident memory of the server, and the growth of the private memory of all processes of PostgreSQL. */
export function watchMemory(pid, url) {
  const postmaster = postmasterOf(new URL(url).port);
  const before = memoryOfAll(postmaster);
  let timer;
  let largest;
  const look = () => {
    largest.node = Math.max(largest.node, memoryOf(pid, 'VmRSS') / KB_PER_MB);
    largest.postgres = Math.max(largest.postgres, (memoryOfAll(postmaster) - before) / KB_PER_MB);
  };
  return {
    start() {
      largest = { node: 0, postgres: 0 };
      timer = setInterval(look, EVERY_MS);
    },
    stop() {
      clearInterval(timer);
      look();
      return largest;
    },
  };
}

function memoryOfAll(parent) {
  const children = read(`/proc/${parent}/task/${parent}/children`).split(' ').filter(Boolean);
  return children.reduce((sum, pid) => sum + memoryOf(pid, 'RssAnon'), 0);
}

/** The process that was started with this port. Its children have another command line. */
function postmasterOf(port) {
  return readdirSync('/proc').find((name) => {
    const words = /^\d+$/.test(name) ? read(`/proc/${name}/cmdline`).split('\0') : [];
    return words.includes('-D') && words.includes(port);
  });
}

/** In kilobytes. */
function memoryOf(pid, key) {
  return Number(read(`/proc/${pid}/status`).match(new RegExp(`^${key}:\\s+(\\d+)`, 'm'))?.[1] ?? 0);
}

/** Empty if the process has ended. */
function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
