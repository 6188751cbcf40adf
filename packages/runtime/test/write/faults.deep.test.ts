import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { serve } from '@hono/node-server';
import { expect, it } from 'vitest';

import { type EmbeddedDatabase, startEmbedded } from '../../../cli/src/database/embedded.js';
import { type TestDatabase, createTestDatabase } from '../harness/database.js';
import { conformance } from '../harness/fixtures/conformance.js';
import { createApp } from '../harness/app.js';
import { freePort } from '../harness/free-port.js';

const WRITES = 200;
const headers = { 'content-type': 'application/json', authorization: 'Bearer conformance-token-full-access' };

interface Attempt {
  readonly n: number;
  readonly status: number;
  readonly categories: readonly string[];
}

/** The rows of a write: its versions, and their links in order. */
async function stored(database: TestDatabase, n: number) {
  return database.rows<{ status: string; author: string; sections: string; categories: string[] }>(
    `select a.cg_status as status, a.author, a.sections->0->>'heading' as sections, array(select l.target_id from articles_categories l where l.source_id = a.id order by l.rank) as categories
     from articles a where a.title = $1 order by a.cg_status`,
    [`write ${n}`],
  );
}

it('every acknowledged write is whole after PostgreSQL was killed, and writing goes on when it is back', async () => {
  const root = await mkdtemp(join(tmpdir(), 'content-gen-faults-'));
  await chmod(root, 0o755);
  // The port stays free while the server is down.
  const options = { root, port: await freePort(), settings: ['max_connections=50'] };
  let postgres: EmbeddedDatabase = await startEmbedded(options);
  const database = await createTestDatabase(conformance, { server: postgres.url });
  const { app } = createApp(conformance, database.database);
  const server = serve({ fetch: app.fetch, port: 0 });
  let client: ChildProcess | undefined;
  try {
    await once(server, 'listening');
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const post = async (path: string, data: unknown) => {
      const response = await fetch(`${base}/api/${path}`, { method: 'POST', headers, body: JSON.stringify({ data }) });
      return ((await response.json()) as { data: { documentId: string } }).data.documentId;
    };
    const author = await post('authors', { name: 'A' });
    const categories = [];
    for (const name of ['x', 'y', 'z']) categories.push(await post('categories', { name }));

    const file = join(root, 'acknowledged');
    await writeFile(file, '');
    const attempts = async () =>
      (await readFile(file, 'utf8'))
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Attempt);
    const script = fileURLToPath(new URL('fault-client.mjs', import.meta.url));
    client = spawn(process.execPath, [script, base, file, String(WRITES), author, ...categories], {
      stdio: 'inherit',
    });
    const finished = once(client, 'exit');
    for (const moment of [30, 80, 130]) {
      while ((await attempts()).length < moment) await sleep(5);
      process.kill(postgres.pid, 'SIGKILL');
      postgres = await startEmbedded(options);
    }
    await finished;

    const all = await attempts();
    expect(all).toHaveLength(WRITES);
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([201, 503]));
    for (const { n, status, categories: chosen } of all) {
      const whole = ['draft', 'published'].map((version) => ({
        status: version,
        author,
        sections: `section ${n}`,
        categories: chosen,
      }));
      const found = await stored(database, n);
      // Without an acknowledgement it may have got there all the same, but never in part.
      expect(status === 201 || found.length > 0 ? found : whole).toEqual(whole);
    }
    const again = await post('articles', { title: 'after', categories });
    expect(again).toMatch(/^[a-z0-9]{24}$/);
  } finally {
    client?.kill();
    server.close();
    await database.database.close();
    await postgres.stop();
    await rm(root, { recursive: true, force: true, maxRetries: 5 });
  }
}, 300_000);
