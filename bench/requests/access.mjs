/**
 * What it costs to know who is calling: one document with everything populated, asked for in turns without credentials
 * and with a token of the database. Turns of single requests, so that whatever else the
 * machine does happens to all of them alike.
 *
 *   node bench/requests/access.mjs [--requests 3000]
 */
import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { Agent, get } from 'node:http';
import { parseArgs } from 'node:util';

import { connect, createTables, freePort, startPostgres } from './database.mjs';
import { environmentOf } from './environment.mjs';
import { pathsOf, scenarios } from './scenarios.mjs';
import { seed } from './seed.mjs';

const { values: options } = parseArgs({ options: { requests: { type: 'string', default: '3000' } } });

const postgres = await startPostgres();
const sql = connect(postgres.url);
await createTables(sql, await import('../dist/content/schema.js'));
await seed(sql);
const sha256 = createHash('sha256').update('bench-token').digest('hex');
await sql`insert into cg_tokens (name, type, sha256) values ('bench', 'full-access', ${sha256})`;
await sql.end();

const port = await freePort();
const child = fork(new URL('generated.mjs', import.meta.url), {
  env: environmentOf(postgres.url, port),
});
await new Promise((resolve) => child.once('message', resolve));

const paths = pathsOf(scenarios.e);
const callers = { anonymous: {}, token: { authorization: 'Bearer bench-token' } };
const times = { anonymous: [], token: [] };
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
for (let n = -300; n < Number(options.requests); n++) {
  for (const [who, headers] of Object.entries(callers)) {
    const taken = await ask(paths[(n + 300) % paths.length], headers);
    if (n >= 0) times[who].push(taken);
  }
}
const [without, withToken] = [median(times.anonymous), median(times.token)];
console.log(
  `anonymous ${without.toFixed(3)} ms, token ${withToken.toFixed(3)} ms: ${((withToken / without - 1) * 100).toFixed(1)} % more`,
);

child.kill();
await postgres.stop();
process.exit();

function ask(path, headers) {
  return new Promise((resolve, reject) => {
    const began = process.hrtime.bigint();
    get({ port, host: '127.0.0.1', path, headers, agent }, (response) => {
      response.resume();
      response.on('end', () => {
        if (response.statusCode !== 200) reject(new Error(`${response.statusCode} for ${path}`));
        else resolve(Number(process.hrtime.bigint() - began) / 1e6);
      });
    }).on('error', reject);
  });
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
