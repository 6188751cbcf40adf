/**
 * Answers POST and PUT of the scenarios g and h with the statements of the generated API, and does nothing else: no
 * rights, no checks, no hooks. With `CARELESS`, it also takes no locks, and sends COMMIT behind the write.
 */
import { createServer } from 'node:http';
import postgres from 'postgres';

import { keyAfter, keysBetween } from '../../packages/runtime/dist/order/rank.js';

const { CARELESS, DATABASE_URL, PORT, STATEMENTS } = process.env;
const isCareless = CARELESS === 'yes';
const connections = Array.from({ length: 4 }, () => postgres(DATABASE_URL, { max: 1, fetch_types: false }));
const texts = JSON.parse(STATEMENTS);

createServer(async (request, response) => {
  const { data } = JSON.parse(Buffer.concat(await request.toArray()).toString());
  // No scenario has more requests at a time than there are connections.
  const sql = connections.pop();
  try {
    const text = request.method === 'POST' ? await create(sql, data) : await connect(sql, data);
    response.writeHead(200, { 'content-type': 'application/json' }).end(text);
  } catch (error) {
    console.error(error);
    await sql.unsafe('rollback');
    response.writeHead(500).end();
  } finally {
    connections.push(sql);
  }
}).listen(Number(PORT), '127.0.0.1', () => process.send('ready'));

async function create(sql, { title, author, categories }) {
  const [lock, load, write] = texts.g;
  const targets = arrayOf(categories);
  const loaded = await begun(sql, lock, [arrayOf([author, ...categories])], load, [author, targets, arrayOf([author])]);
  const [now, , authorTail, tails] = Object.values(loaded);
  const links = keysBetween(undefined, undefined, categories.length).map((rank, index) => {
    const target = categories[index];
    return { rank, target, inverse: behind(tails.find(({ id }) => id === target)?.rank) };
  });
  const id = Array.from({ length: 24 }, () => 'abcdefghij'[Math.floor(Math.random() * 10)]).join('');
  const values = [title, null, null, null, null, [], author, behind(authorTail), links];
  return ended(sql, write, [id, 'article', false, now, '', '{}', ...values]);
}

async function connect(sql, { related }) {
  const [lock, load, write] = texts.h;
  const [{ documentId, position }] = related.connect;
  const tag = 't00000000000000000000001';
  const named = [tag, '', arrayOf([documentId, position.before]), 'published', arrayOf([position.before])];
  const [now, [version], , , links, neighbours] = Object.values(await begun(sql, lock, [arrayOf([tag])], load, named));
  const next = links.ranks[links.ids.indexOf(position.before)];
  const [rank] = keysBetween(neighbours?.[0].rank, next, 1);
  return ended(sql, write, [now, '{}', version.id, [{ rank, target: documentId }], arrayOf([version.id])]);
}

/** Begins a transaction, locks and loads, in one round trip. */
async function begun(sql, lock, locked, load, loaded) {
  const begin = sql.unsafe('begin').execute();
  const locks = isCareless ? undefined : prepared(sql, lock, locked);
  const [[row]] = await Promise.all([prepared(sql, load, loaded), begin, locks]);
  return row;
}

async function ended(sql, write, values) {
  const written = prepared(sql, write, values);
  if (!isCareless) await written;
  const [[row]] = await Promise.all([written, sql.unsafe('commit')]);
  return row.data;
}

function prepared(sql, text, values) {
  return sql.unsafe(text, values, { prepare: true }).execute();
}

/** Writers without locks would find the same last rank. */
function behind(last) {
  return isCareless ? `${keyAfter(last)}${Math.ceil(Math.random() * 1e9)}1` : keyAfter(last);
}

function arrayOf(values) {
  return `{${values.join()}}`;
}
