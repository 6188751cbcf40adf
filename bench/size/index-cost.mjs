/**
 * What each index costs writes: the time and the write-ahead log of inserts into a table with all of its indexes, and
 * without one of them. Rounds alternate, and a rollback restores the index. The log does not depend on the machine.
 * The last column is the part of a whole request that creates an article with four relations. Fails beyond its limit.
 *
 *   npm run bench:indexes [-- --articles 100000 --rows 2000 --rounds 5]
 */
import { parseArgs } from 'node:util';

import { connect, startPostgres } from '../requests/database.mjs';
import { load } from './load.mjs';
import { send, start } from './server.mjs';
import { writes } from './writes.mjs';

const { values: options } = parseArgs({
  options: {
    articles: { type: 'string', default: '100000' },
    rows: { type: 'string', default: '2000' },
    rounds: { type: 'string', default: '5' },
  },
});
/** The most that one index may take of a request that creates. */
const MAX_PART = 0.1;
/** Requests until V8 has compiled the server, and those that are measured. */
const CREATES = 400;

const beyond = [];
const [articles, rows, rounds] = [options.articles, options.rows, options.rounds].map(Number);

const postgres = await startPostgres(['-c', 'shared_buffers=512MB', '-c', 'max_wal_size=4GB']);
const sql = connect(postgres.url);
try {
  await load(sql, await import('../dist/size/content/schema.js'), articles);
  const indexes = await sql`
    select indexname as name, pg_relation_size(quote_ident(indexname)::regclass) as size from pg_indexes
    where tablename = 'articles' and indexname not like '%pkey' order by indexname`;
  const names = [undefined, ...indexes.map(({ name }) => name)];
  const measured = new Map(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const name of names) measured.get(name).push(await insertWithout(name));
  }
  const whole = medians(measured.get(undefined));
  const request = await createMs();
  console.log(`all indexes: ${whole.ms.toFixed(3)} ms and ${whole.bytes.toFixed(0)} bytes of log per row`);
  console.log(`a request that creates an article: ${request.toFixed(2)} ms\n`);
  for (const { name, size } of indexes) {
    const { ms, bytes } = medians(measured.get(name));
    const part = (all, without) => `${((100 * (all - without)) / all).toFixed(1).padStart(5)} %`;
    const megabytes = `${(Number(size) / 1e6).toFixed(1).padStart(6)} MB`;
    const parts = `time ${part(whole.ms, ms)}  log ${part(whole.bytes, bytes)}`;
    const ofRequest = (whole.ms - ms) / request;
    console.log(`${name.padEnd(40)} ${megabytes}  ${parts}  request ${(100 * ofRequest).toFixed(1).padStart(5)} %`);
    if (ofRequest > MAX_PART) beyond.push(name);
  }
} finally {
  await sql.end();
  await postgres.stop();
}
console.log(beyond.length === 0 ? '\nall within their limit' : `\nbeyond the limit: ${beyond.join(', ')}`);
process.exit(beyond.length === 0 ? 0 : 1);

/** The median of serial requests. */
async function createMs() {
  const server = await start(postgres.url);
  const { measured } = writes(articles)['a create with 4 relations'];
  const times = [];
  for (let n = 0; n < 2 * CREATES; n++) {
    const began = performance.now();
    const { status } = await send(server.url, measured(n));
    if (status !== 201) throw new Error(`${status} for a request that creates`);
    if (n >= CREATES) times.push(performance.now() - began);
  }
  server.child.kill();
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)];
}

/** Inserts rows one by one, as requests do, without an index. */
async function insertWithout(name) {
  await sql`checkpoint`;
  await sql`begin`;
  if (name !== undefined) await sql.unsafe(`drop index "${name}"`);
  await sql`insert into cg_documents (id, type) select 'x' || n, 'article' from generate_series(1, ${rows}::int) n`;
  const [{ at }] = await sql`select pg_current_wal_insert_lsn() as at`;
  const began = performance.now();
  await sql.unsafe(`do $$ begin for n in 1..${rows} loop
    insert into articles (document_id, cg_status, published_at, title, slug, kind, body, rating, author, cg_author_rank)
    select 'x' || n, 'published', now(), title || n, slug || '-' || n, kind, body, rating, author, cg_author_rank || n
    from articles where id = 1 + (n * 7919) % ${articles};
  end loop; end $$`);
  const ms = (performance.now() - began) / rows;
  const [{ bytes }] = await sql`select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), ${at}::pg_lsn) as bytes`;
  await sql`rollback`;
  return { ms, bytes: Number(bytes) / rows };
}

function medians(runs) {
  const middle = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
  return { ms: middle(runs.map(({ ms }) => ms)), bytes: middle(runs.map(({ bytes }) => bytes)) };
}
