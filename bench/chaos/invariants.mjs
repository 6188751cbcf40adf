import { connect } from '../requests/database.mjs';
import { POPULATE, stateOf } from './clients.mjs';

/** All that must hold after the run, as sentences about what does not. */
export async function findViolations({ url, base, journal }) {
  const sql = connect(url);
  const violations = [
    ...journal.problems,
    ...(await lostWrites(base, journal)),
    ...(await partialWrites(sql, base, journal)),
    ...(await lostLinks(sql, journal)),
    ...(await unsoundRows(sql)),
    ...(await wrongTotals(sql, base)),
  ];
  await sql.end();
  return violations;
}

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

async function read(base, path) {
  const answer = await fetch(`${base}/api/${path}`);
  if (answer.status === 404) return null;
  if (!answer.ok) throw new Error(`GET ${path} is a ${answer.status}: ${await answer.text()}`);
  return (await answer.json()).data;
}

/** Both versions of a document: they are written together. */
async function versions(base, id) {
  const query = (status) => `articles/${id}?${POPULATE}&status=${status}`;
  return Promise.all(['draft', 'published'].map((status) => read(base, query(status))));
}

/** Each document is in one of its possible states: that of the last acknowledged write, or of an uncertain one after it. */
async function lostWrites(base, { articles }) {
  const violations = [];
  for (const [id, { states }] of articles) {
    const found = (await versions(base, id)).map((version) => version && stateOf(version));
    const isRight = states.some((state) => found.every((version) => same(version, state)));
    if (!isRight) violations.push(`${id} is ${JSON.stringify(found)}, but must be one of ${JSON.stringify(states)}`);
  }
  return violations;
}

/** A document whose creation was uncertain is there as a whole, or not at all. No document comes from nowhere. */
async function partialWrites(sql, base, { articles, unborn }) {
  const violations = [];
  const rows = await sql`select distinct document_id as id from articles`;
  for (const { id } of rows.filter((row) => !articles.has(row.id))) {
    const found = (await versions(base, id)).map((version) => version && stateOf(version));
    const expected = unborn.get(found[0]?.title);
    if (expected === undefined || !found.every((version) => same(version, expected)))
      violations.push(`${id} is ${JSON.stringify(found)}, but ${JSON.stringify(expected)} was sent`);
  }
  return violations;
}

/** Each version of a document has links of its own. */
async function lostLinks(sql, { links }) {
  const violations = [];
  for (const { status } of await sql`select distinct cg_status as status from tags`) {
    const rows = await sql`select t.document_id as hub, l.target_id as tag
      from tags_related l join tags t on t.id = l.source_id where t.cg_status = ${status}`;
    const linked = new Set(rows.map(({ hub, tag }) => `${hub} ${tag}`));
    for (const [key, states] of links) {
      if (states.includes(linked.has(key))) continue;
      violations.push(`The link ${key} is ${linked.has(key)} (${status}), but must be ${states.join(' or ')}`);
    }
  }
  return violations;
}

/** Statements that find rows which must not be. */
const UNSOUND = {
  'a link to a document that does not exist': ['articles_categories', 'articles_tags', 'tags_related']
    .map(
      (table) => `select target_id from ${table} where not exists (select from cg_documents d where d.id = target_id)`,
    )
    .join(' union all '),
  'two places of one list with the same rank': ['articles_categories', 'articles_tags', 'tags_related']
    .map((table) => `select source_id::text from ${table} group by source_id, rank having count(*) > 1`)
    .join(' union all '),
  'two places of an inverse list with the same rank': `select l.target_id from articles_categories l
    join articles a on a.id = l.source_id group by l.target_id, a.cg_status, l.inverse_rank having count(*) > 1`,
  'a link with another version than its row': `select l.target_id from articles_categories l
    join articles a on a.id = l.source_id where (l.published, l.locale) is distinct from (a.cg_status = 'published', a.locale)`,
  'two articles of an author with the same rank': `select author from articles where author is not null
    group by author, cg_status, cg_author_rank having count(*) > 1`,
  'a document without a version': `select id from cg_documents d where type = 'article'
    and not exists (select from articles a where a.document_id = d.id)`,
  'a version without a document': `select document_id from articles a
    where not exists (select from cg_documents d where d.id = a.document_id)`,
  'a document with another number of versions than two': `select document_id from articles
    group by document_id having count(*) <> 2 or count(distinct cg_status) <> 2`,
};

async function unsoundRows(sql) {
  const violations = [];
  for (const [name, statement] of Object.entries(UNSOUND)) {
    const rows = await sql.unsafe(statement);
    if (rows.length > 0) violations.push(`${name}: ${rows.length} times, first ${JSON.stringify(rows[0])}`);
  }
  return violations;
}

/** The totals of lists, which counters keep, are those of the rows. */
async function wrongTotals(sql, base) {
  const violations = [];
  for (const table of ['articles', 'tags', 'authors', 'categories']) {
    const [row] = await sql.unsafe(`select count(*)::int as total from ${table} where cg_status = 'published'`);
    const answer = await (await fetch(`${base}/api/${table}?pagination[pageSize]=1`)).json();
    const { total } = answer.meta.pagination;
    if (total !== row.total) violations.push(`The total of ${table} is ${total}, but there are ${row.total} rows`);
  }
  return violations;
}
