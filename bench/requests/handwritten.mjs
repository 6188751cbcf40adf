/** The same answers from handlers written by hand: one tuned statement each, no checks, the same driver and pool. */
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import postgres from 'postgres';

const sql = postgres(process.env.DATABASE_URL, {
  max: 10,
  fetch_types: false,
  connection: { jit: 'off', random_page_cost: 1.1, TimeZone: 'UTC' },
});
const run = (text, values) => sql.unsafe(text, values, { prepare: true }).raw();

const at = (column) => `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const times = (t) =>
  `${at(`${t}.created_at`)} as "createdAt", ${at(`${t}.updated_at`)} as "updatedAt", ${at(`${t}.published_at`)} as "publishedAt"`;
const object = (columns) => `(select row_to_json(f) from (select ${columns}) f)`;
const list = (select) => `(select coalesce(json_agg(d.data), '[]'::json) from (${select}) d)`;
const article = (t) =>
  `${t}.id, ${t}.document_id as "documentId", ${t}.title, ${t}.slug, ${t}.body, ${t}.rating, ${t}.featured, ${t}.published_on as "publishedOn", ${times(t)}`;
const named = (t, more = '') => `${t}.id, ${t}.document_id as "documentId", ${t}.name${more}, ${times(t)}`;

const authorColumns = named('u', ', u.email');
const author = (more = '') =>
  `(select ${object(authorColumns + more)} from authors u where u.document_id = a.author and u.cg_status = 'published' and u.locale = '' limit 1) as author`;
const categories = (source) =>
  `${list(`select ${object(named('c'))} as data from articles_categories l join categories c on c.document_id = l.target_id where l.source_id = ${source}.id and c.cg_status = 'published' and c.locale = '' order by l.rank`)} as categories`;
const tags = `${list(`select ${object(named('t'))} as data from articles_tags l join tags t on t.document_id = l.target_id where l.source_id = a.id and t.cg_status = 'published' and t.locale = '' order by l.rank`)} as tags`;
const entry = (e, ...keys) => ['id', 'documentId', ...keys].map((key) => `${e}.value->'${key}' as "${key}"`).join(', ');
const seo = `(select ${object(entry('e', 'metaTitle', 'metaDescription'))} from (select a.seo as value) e where e.value is not null) as seo`;
const sections = `${list(`select ${object(entry('e', 'heading', 'body'))} as data from jsonb_array_elements(a.sections) with ordinality e(value, ord) order by e.ord`)} as sections`;
const content = `${list(`select case e.value->>'__component' when 'blocks.hero' then ${object(entry('e', '__component', 'title'))} when 'blocks.quote' then ${object(entry('e', '__component', 'text', 'by'))} end as data from jsonb_array_elements(a.content) with ordinality e(value, ord) order by e.ord`)} as content`;
const meta = `'{}'::json as meta`;
const everything = [article('a'), seo, sections, content, author(), categories('a'), tags, meta].join(', ');

const published = `from articles a where a.cg_status = 'published' and a.locale = ''`;
// The planner sees the limit and not the offset: otherwise it would plan again for every page.
const slice = (size) => `limit ${size} offset (select $1::bigint)`;
const documents = `'[' || coalesce(string_agg(d.data::text, ','), '') || ']'`;
const page = (columns, size = 25) =>
  `select (select ${documents} from (select ${object(columns)} as data from (select a.* ${published} order by a.id ${slice(size)}) a) d) as data, (select count(*) ${published}) as total`;

const statements = {
  a: page([article('a'), meta].join(', ')),
  b: page([article('a'), author(), categories('a'), meta].join(', ')),
  c: page(everything),
  d: page(
    [
      article('a'),
      author(
        `, ${list(`select ${object([article('b'), categories('b')].join(', '))} as data from articles b where b.author = u.document_id and b.cg_status = 'published' and b.locale = '' order by b.cg_author_rank, b.id`)} as articles`,
      ),
      meta,
    ].join(', '),
    5,
  ),
  e: `select ${object(everything)} as data from articles a where a.document_id = $1 and a.cg_status = 'published' and a.locale = ''`,
};
const filtered = `${published} and exists (select 1 from authors u where u.document_id = a.author and u.cg_status = 'published' and u.locale = '' and u.name like $2) and exists (select 1 from articles_categories l join categories c on c.document_id = l.target_id where l.source_id = a.id and c.cg_status = 'published' and c.locale = '' and c.name = any($3::text[]))`;
const found = `select a.id, count(*) over () as total ${filtered} order by a.rating desc, a.title, a.id ${slice(25)}`;
statements.f = `select ${documents} as data, coalesce(max(d.total), (select count(*) ${filtered})) as total from (select ${object([article('a'), meta].join(', '))} as data, a.total from (select a.*, k.total from (select k.*, row_number() over () as place from (${found}) k) k join articles a on a.id = k.id order by k.place) a) d`;

const OPENING = Buffer.from('{"data":');
const send = (c, data, end) =>
  c.body(Buffer.concat([OPENING, data, Buffer.from(end)]), 200, { 'Content-Type': 'application/json; charset=utf-8' });

const app = new Hono();
app.get('/api/articles', async (c) => {
  const query = c.req.query();
  const number = Number(query['pagination[page]'] ?? 1);
  const size = Number(query['pagination[pageSize]'] ?? 25);
  const values = [(number - 1) * size];
  const name =
    'sort[0]' in query
      ? 'f'
      : 'populate[author][populate][articles][populate]' in query
        ? 'd'
        : query.populate === '*'
          ? 'c'
          : 'populate[0]' in query
            ? 'b'
            : 'a';
  if (name === 'f') {
    const names = [query['filters[categories][name][$in][0]'], query['filters[categories][name][$in][1]']];
    values.push(`%${query['filters[author][name][$contains]']}%`, `{${names.map((text) => `"${text}"`).join(',')}}`);
  }
  const [[data, total]] = await run(statements[name], values);
  const count = Number(total);
  const pagination = JSON.stringify({ page: number, pageSize: size, pageCount: Math.ceil(count / size), total: count });
  return send(c, data, `,"meta":{"pagination":${pagination}}}`);
});
app.get('/api/articles/:id', async (c) => {
  const [row] = await run(statements.e, [c.req.param('id')]);
  return row === undefined ? c.notFound() : send(c, row[0], ',"meta":{}}');
});

serve({ fetch: app.fetch, port: Number(process.env.PORT), hostname: '127.0.0.1' }, ({ port }) =>
  process.send?.({ port }),
);
process.on('SIGINT', () => process.exit());
process.on('message', (message) => message === 'memory' && process.send?.({ rss: process.memoryUsage().rss }));
