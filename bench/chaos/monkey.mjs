import { setTimeout as sleep } from 'node:timers/promises';

import { connect } from '../requests/database.mjs';

/** Disturbs the servers until a moment. Returns how often it did what. */
export async function disturb({ postgres, pooler, instances, random, until, say }) {
  const counts = new Map();
  const events = eventsOf({ postgres, pooler, instances, random });
  while (Date.now() < until) {
    const [name, event] = random.pick(events);
    say(name);
    counts.set(name, (counts.get(name) ?? 0) + 1);
    await event();
    await sleep(Math.min(random.between(1_000, 6_000), Math.max(0, until - Date.now())));
  }
  return counts;
}

function eventsOf({ postgres, pooler, instances, random }) {
  const one = () => random.below(instances.count);
  const events = [
    ['kill a server', () => instances.restart(one(), 'SIGKILL')],
    ['kill a server', () => instances.restart(one(), 'SIGKILL')],
    ['stop a server', () => instances.restart(one(), 'SIGTERM')],
    ['kill a worker', () => instances.killWorker(one(), random)],
    ['replace the workers', () => instances.reload(one())],
    ['kill PostgreSQL', () => postgres.kill()],
    ['kill a backend', () => onBackend(postgres, (pid) => process.kill(pid, 'SIGKILL'))],
    ['end backends', () => endBackends(postgres)],
    ['kill the pooler', () => pooler.kill()],
  ];
  const isPossible = ([name]) => {
    if (name.includes('pooler')) return pooler !== undefined;
    return instances.hasWorkers || !name.includes('worker');
  };
  return events.filter(isPossible);
}

/** Statements of the monkey itself may fail as well. */
async function ask(postgres, statement) {
  const sql = connect(postgres.url);
  try {
    return await sql.unsafe(statement);
  } catch {
    return [];
  } finally {
    await sql.end({ timeout: 1 }).catch(() => undefined);
  }
}

const OTHERS = `from pg_stat_activity where backend_type = 'client backend' and application_name = 'content-gen'`;

/** PostgreSQL ends all connections and recovers when one of its processes is killed. */
async function onBackend(postgres, act) {
  const [found] = await ask(postgres, `select pid ${OTHERS} order by random() limit 1`);
  if (found !== undefined) act(found.pid);
}

async function endBackends(postgres) {
  await ask(postgres, `select pg_terminate_backend(pid) ${OTHERS} and random() < 0.5`);
}
