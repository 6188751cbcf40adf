/** The two servers, each with a database of its own on one PostgreSQL. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as keys from '@content-gen/runtime/schema';
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import * as pg from 'drizzle-orm/pg-core';

import { keysBetween } from '../../packages/runtime/dist/order/rank.js';
import { connect, createTables, freePort } from '../requests/database.mjs';
import { seed } from '../requests/seed.mjs';
import { clientOf } from './client.mjs';
import { installStrapi, writeProject } from './project.mjs';
import { schemasOf } from './schema.mjs';
import { seedStrapi } from './seed.mjs';

/** As in the start script that `init` writes. */
const FLAGS = ['--max-semi-space-size=8'];

/** With `isPlain`, articles have only the indexes that every content type has. */
export async function startGenerated(postgres, isPlain) {
  const url = await postgres.database('generated');
  const sql = connect(url);
  await sql.unsafe('create extension pg_trgm');
  await createTables(sql, await import('../dist/content/schema.js'));
  if (!isPlain) for (const statement of await declaredIndexes()) await sql.unsafe(statement);
  await seed(sql);
  const ranks = keysBetween(undefined, undefined, 5_000);
  await sql`
    insert into tags_related (source_id, target_id, rank)
    select s.id, 't' || lpad(r.n::text, 23, '0'), r.rank from tags s, unnest(${ranks}::text[]) with ordinality r(rank, n)
    where s.document_id = 't00000000000000000000001'`;
  await sql.unsafe('vacuum analyze');
  // Files go to the folder that the server is started in.
  const folder = await mkdtemp(join(tmpdir(), 'content-gen-bench-'));
  const server = await start('../requests/generated.mjs', folder, url, FLAGS);
  return { ...server, url, folder, name: 'content-gen', sql };
}

/** A server that only sends statements to the same database; see `bare-server.mjs`. */
export async function startBare({ url, folder }, name, statements, isCareless) {
  const env = { STATEMENTS: JSON.stringify(statements), CARELESS: isCareless ? 'yes' : 'no' };
  return { ...(await start('bare-server.mjs', folder, url, FLAGS, env)), name };
}

/** What `search: true` on articles and `index: true` on their title add to the tables. Requests do not change by it. */
async function declaredIndexes() {
  const columns = { title: pg.text('title'), slug: pg.text('slug'), body: pg.text('body') };
  const articles = pg.pgTable('articles', { ...keys.versionColumns(), ...columns }, (t) => [
    keys.index(t, t.title),
    ...keys.search(t, t.title, t.slug, t.body),
  ]);
  const statements = await generateMigration(generateDrizzleJson({}), generateDrizzleJson({ articles }));
  return statements.filter((statement) => statement.startsWith('CREATE INDEX'));
}

/** Strapi makes its tables when it starts for the first time. They are filled while it runs. */
export async function startStrapi(postgres, packages) {
  const { contentDefinition } = await import('../dist/content/index.js');
  const models = Object.values(contentDefinition.models);
  const schemas = await schemasOf(Object.fromEntries(models.map(({ name, plural }) => [name, plural])));
  const folder = await writeProject(await installStrapi(packages), schemas);
  const url = await postgres.database('strapi');
  const server = await start('server.mjs', folder, url, ['--no-deprecation']);
  const sql = connect(url);
  await seedStrapi(
    sql,
    models.map(({ name }) => name),
  );
  return { ...server, name: 'Strapi', sql };
}

async function start(file, folder, url, execArgv, env = {}) {
  const port = await freePort();
  const child = fork(new URL(file, import.meta.url), {
    cwd: folder,
    execArgv,
    // Strapi greets an administrator.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, ...env, PORT: String(port), DATABASE_URL: url, NODE_ENV: 'production' },
  });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`${file} ended with ${code} before it was ready`);
  });
  await Promise.race([once(child, 'message'), ended]);
  ended.catch(() => undefined);
  const stop = async () => {
    child.kill();
    await rm(folder, { recursive: true, force: true });
  };
  return { pid: child.pid, ...clientOf(port), stop };
}
