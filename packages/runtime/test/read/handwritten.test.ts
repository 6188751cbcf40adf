import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import postgres from 'postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { pathsOf, scenarios } from '../../../../bench/requests/scenarios.mjs';
import { seed } from '../../../../bench/requests/seed.mjs';
import { contentDefinition, contentRoutes } from '../../../../bench/site/src/content/index.js';
import * as tables from '../../../../bench/site/src/content/schema.js';
import { createContent } from '../../src/documents/create-content.js';
import { rootApp } from '../../src/http/root.js';
import { type TestDatabase, createTestDatabase } from '../harness/database.js';

/** `bench/` compares handlers written by hand with the generated API: both must give the same answers. */
let database: TestDatabase;
let byHand: ReturnType<typeof fork>;
let port: number;
beforeAll(async () => {
  database = await createTestDatabase({ name: 'bench', tables });
  const sql = postgres(database.url, { max: 1, onnotice: () => undefined });
  await seed(sql, 600);
  await sql.end();
  // Without the limit of the public, which the benchmark has in its settings, and which a busy machine would reach.
  const { rows, raw, transaction, close } = database.database;
  createContent(contentDefinition, {
    database: {
      rows: (text, values) => rows(text, values),
      raw: (text, values, type) => raw(text, values, type),
      transaction,
      close,
    },
  });
  byHand = fork(fileURLToPath(new URL('../../../../bench/requests/handwritten.mjs', import.meta.url)), {
    env: { ...process.env, PORT: '0', DATABASE_URL: database.url },
    execArgv: [],
  });
  [{ port }] = (await once(byHand, 'message')) as [{ port: number }];
});
afterAll(async () => {
  byHand.kill();
  await database.close();
});

it.each(Object.entries(scenarios))(
  'the generated API answers like handlers written by hand: %s',
  async (_name, scenario) => {
    const app = rootApp(contentDefinition, contentRoutes);
    for (const path of pathsOf(scenario, 3)) {
      const ours = await (await app.request(path)).text();
      const theirs = await (await fetch(`http://127.0.0.1:${port}${path}`)).text();
      expect(ours).toBe(theirs);
      expect(ours.length).toBeGreaterThan(100);
    }
  },
);
