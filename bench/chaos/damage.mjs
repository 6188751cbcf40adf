import { connect } from '../requests/database.mjs';

/** One statement for each kind of damage that the check has to find. */
const DAMAGE = [
  `delete from cg_documents where id = (select min(document_id) from articles)`,
  `update articles set rating = -1 where document_id = (select max(document_id) from articles) and cg_status = 'draft'`,
  `delete from articles_categories where source_id = (select max(source_id) from articles_categories)`,
  `update articles set cg_author_rank = 'same' where author = (select min(author) from articles)`,
  `delete from tags_related where source_id = (select min(source_id) from tags_related)`,
  `insert into cg_totals select 'articles'::regclass, 'published', locale, 7, 7, false from articles limit 1`,
];

export async function damage(url) {
  const sql = connect(url);
  // Without its foreign keys and triggers, as damage is.
  await sql.unsafe('set session_replication_role = replica');
  for (const statement of DAMAGE) await sql.unsafe(statement);
  await sql.end();
}
