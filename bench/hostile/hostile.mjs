/**
 * Hostile requests of one anonymous caller, sixteen at a time, beside plain reads of another caller: the slowest hostile
 * answer, the slowest plain read, and the memory of Node and of PostgreSQL. Memory comes from /proc, so this needs Linux.
 *
 *   npm run bench:hostile -- [--articles 10000,100000 --only sort --rounds 4]
 */
import { parseArgs } from 'node:util';

import { connect, createTables, startPostgres } from '../requests/database.mjs';
import { seed } from '../requests/seed.mjs';
import { attacks } from './attacks.mjs';
import { createCaller } from './caller.mjs';
import { watchMemory } from './memory.mjs';
import { startServer } from './server.mjs';

const { values: options } = parseArgs({
  options: {
    articles: { type: 'string', default: '10000,100000' },
    only: { type: 'string', default: '' },
    rounds: { type: 'string', default: '4' },
  },
});
const AT_ONCE = 16;
const LIMITS = { hostileMs: 2_000, plainMs: 1_000, nodeMb: 400, postgresMb: 500 };

let failed = false;
for (const articles of options.articles.split(',').map(Number)) await attack(articles);
process.exit(failed ? 1 : 0);

async function attack(articles) {
  const postgres = await startPostgres();
  const sql = connect(postgres.url);
  await createTables(sql, await import('../dist/content/schema.js'));
  await seed(sql, articles);
  await sql.unsafe(`update articles set body = repeat('Lorem ipsum dolor sit amet. ', 740)`);
  await sql.unsafe('vacuum full analyze');
  await sql.end();
  const server = await startServer(postgres.url);
  const [attacker, reader] = [createCaller(server.port, '127.0.0.1'), createCaller(server.port, '127.0.0.2')];
  for (let n = 0; n < 20; n++) await reader('/api/tags');
  const memory = watchMemory(server.child.pid, postgres.url);

  console.log(`\n${articles.toLocaleString('en')} articles`);
  console.log(
    'attack                                        answers             slowest   plain read   node     postgres',
  );
  for (const [title, path] of Object.entries(attacks)) {
    if (title.includes(options.only)) report(title, await run(attacker, reader, memory, path));
  }
  server.child.kill();
  await postgres.stop();
}

async function run(attacker, reader, memory, path) {
  memory.start();
  let isOver = false;
  const plain = (async () => {
    let slowest = 0;
    while (!isOver) {
      const { ms, status } = await reader('/api/tags?pagination[pageSize]=10');
      slowest = Math.max(slowest, status === 200 ? ms : Infinity);
      await new Promise((done) => setTimeout(done, 50));
    }
    return slowest;
  })();
  const statuses = new Map();
  let slowest = 0;
  for (let round = 0; round < Number(options.rounds); round++) {
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, index) => attacker(path(round * AT_ONCE + index))),
    );
    for (const { ms, status } of answers) {
      slowest = Math.max(slowest, ms);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  }
  isOver = true;
  return { statuses, slowest, plain: await plain, ...memory.stop() };
}

function report(title, { statuses, slowest, plain, node, postgres }) {
  const answers = [...statuses].map(([status, count]) => `${count}×${status}`).join(' ');
  const cell = (value, limit, unit, width) => {
    if (value > limit) failed = true;
    return `${value.toFixed(0)} ${unit}${value > limit ? ' !' : '  '}`.padStart(width);
  };
  console.log(
    `${title.padEnd(45)} ${answers.padEnd(18)} ${cell(slowest, LIMITS.hostileMs, 'ms', 10)} ${cell(plain, LIMITS.plainMs, 'ms', 12)}` +
      ` ${cell(node, LIMITS.nodeMb, 'MB', 10)} ${cell(postgres, LIMITS.postgresMb, 'MB', 10)}`,
  );
}
