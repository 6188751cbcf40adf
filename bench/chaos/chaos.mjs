/**
 * Kills servers and databases while clients write, and checks afterwards that nothing that was acknowledged is lost.
 *
 *   npm run chaos -- --minutes 10 [--instances 2] [--workers 2] [--pooler] [--clients 8] [--seed 1] [--json]
 *   npm run chaos -- --minutes 60 --no-faults --memory-limit 250 [--heap-snapshots]
 *
 * `--no-faults` disturbs nothing, so that servers grow old, and reports their memory. `--memory-limit`: the most that a
 * process of a server may take, in MB. `--heap-snapshots` writes the heap of each after a quarter and at the end.
 *
 * Exits with 1 if an invariant is broken. `--damage` breaks each kind of them before the check, to show that it finds
 * them all; it exits with 3 if one was not reported. The journal of all attempts stays in the folder that is named first.
 */
import { mkdtemp, chmod, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { connect, createTables } from '../requests/database.mjs';
import { startClients } from './clients.mjs';
import { damage } from './damage.mjs';
import { Instances } from './instances.mjs';
import { findViolations } from './invariants.mjs';
import { Journal } from './journal.mjs';
import { MemoryWatch, exceeded } from './memory.mjs';
import { disturb } from './monkey.mjs';
import { hasPgBouncer, Pooler } from './pooler.mjs';
import { Postgres } from './postgres.mjs';
import { createRandom } from './random.mjs';
import { printReport } from './report.mjs';

const options = readOptions();
const random = createRandom(options.seed);
const folder = await mkdtemp(join(tmpdir(), 'content-gen-chaos-'));
await chmod(folder, 0o755);
say(`Seed ${options.seed}, journal in ${folder}`);

const postgres = await Postgres.start(folder);
const sql = connect(postgres.url);
await createTables(sql, await import('../dist/content/schema.js'));
await sql.end();
const pooler = options.pooler ? await Pooler.start(folder, postgres.url) : undefined;
const instances = await Instances.start(options, { database: pooler?.url ?? postgres.url, folder });

const journal = new Journal(join(folder, 'journal.jsonl'));
const clients = await startClients({
  count: options.clients,
  instances,
  journal,
  random,
  isSteady: options['no-faults'],
});
const end = Date.now() + options.minutes * 60_000;
const memory = MemoryWatch.start({ instances, minutes: options.minutes, snapshots: options['heap-snapshots'], say });
const events = options['no-faults']
  ? await sleep(end - Date.now(), new Map())
  : await disturb({ postgres, pooler, instances, random, until: end, say });
await clients.stop();
const grown = await memory.stop();
await instances.allReady();
say('The clients have stopped; checking');
const unreported = options.damage ? await damage(postgres.url, journal) : () => [];
const found = await findViolations({ url: postgres.url, base: instances.urls[0], journal });
const violations = [...instances.crashes, ...exceeded(grown, options['memory-limit']), ...found];

const missed = unreported(violations);
const report = { options, events: Object.fromEntries(events), memory: grown, ...journal.summary(), violations, missed };
if (options.json) console.log(JSON.stringify(report));
else printReport(report);
await instances.stop();
await pooler?.stop();
await postgres.stop();
await journal.close();
if (violations.length === 0 && !options.keep && !options['heap-snapshots'])
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
process.exit(missed.length > 0 ? 3 : violations.length > 0 ? 1 : 0);

function readOptions() {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '10' },
      instances: { type: 'string', default: '1' },
      workers: { type: 'string', default: '0' },
      clients: { type: 'string', default: '8' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      pooler: { type: 'boolean', default: false },
      'no-faults': { type: 'boolean', default: false },
      'memory-limit': { type: 'string', default: 'Infinity' },
      'heap-snapshots': { type: 'boolean', default: false },
      damage: { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  });
  const number = (name, least) => {
    const value = Number(values[name]);
    if (value >= least && (Number.isFinite(value) || name === 'memory-limit')) return value;
    console.error(`--${name} must be a number of ${least} or more, not ${values[name]}`);
    return process.exit(2);
  };
  if (values.pooler && !hasPgBouncer()) {
    console.error('--pooler needs PgBouncer, which is not installed. Without --pooler, the servers connect directly.');
    process.exit(2);
  }
  return {
    ...values,
    minutes: number('minutes', 0.1),
    instances: number('instances', 1),
    workers: number('workers', 0),
    clients: number('clients', 1),
    seed: number('seed', 0),
    'memory-limit': number('memory-limit', 1),
  };
}

function say(line) {
  if (!options.json) console.log(`${new Date().toISOString().slice(11, 19)}  ${line}`);
}
