import { connect } from '../requests/database.mjs';

/**
 * One statement for each kind of damage, and the violation that the check has to report for it. Each hits content whose
 * state is certain, because content after an uncertain write may be there or not.
 */
function damagesOf({ articles, links }) {
  const certain = [...articles].flatMap(([id, { states }]) =>
    states.length === 1 && states[0] !== null ? [{ id, ...states[0] }] : [],
  );
  const take = (condition) => {
    const place = certain.findIndex(condition);
    if (place < 0) throw new Error('The run was too short for --damage: not enough writes were acknowledged');
    return certain.splice(place, 1)[0].id;
  };
  const isLinked = ([, states]) => states.length === 1 && states[0];
  const [link] = [...links].find(isLinked) ?? [take(() => false)];
  const [hub, tag] = link.split(' ');
  const [gone, rated, halved] = [take(() => true), take(() => true), take(() => true)];
  const listed = take(({ categories }) => categories.length > 0);
  const dangling = take(({ tags }) => tags.length > 0);
  const draftOf = (id) => `(select id from articles where document_id = '${id}' and cg_status = 'draft')`;
  const author = `(select author from articles where author is not null group by author order by count(*) desc limit 1)`;
  return [
    {
      name: 'a document is gone, and its versions stay',
      statement: `delete from cg_documents where id = '${gone}'`,
      shows: 'a version without a document',
    },
    {
      name: 'a document has no version',
      statement: `insert into cg_documents (id, type) values ('without a version', 'article')`,
      shows: 'a document without a version',
    },
    {
      name: 'a document has one of two versions',
      statement: `delete from articles where id = ${draftOf(halved)}`,
      shows: 'a document with another number of versions than two',
    },
    {
      name: 'a link leads to a document that does not exist',
      statement: `update articles_tags set target_id = 'nothing' where ctid =
        (select min(ctid) from articles_tags where source_id = ${draftOf(dangling)})`,
      shows: 'a link to a document that does not exist',
    },
    {
      name: 'all places of an inverse list have one rank',
      statement: `update articles_categories set inverse_rank = 'same' where target_id =
        (select target_id from articles_categories group by target_id order by count(*) desc limit 1)`,
      shows: 'two places of an inverse list with the same rank',
    },
    {
      name: 'a value is another one in one of two versions',
      statement: `update articles set rating = -1 where id = ${draftOf(rated)}`,
      shows: `${rated} is `,
    },
    {
      name: 'a list of links is empty in one of two versions',
      statement: `delete from articles_categories where source_id = ${draftOf(listed)}`,
      shows: `${listed} is `,
    },
    {
      name: 'all articles of an author have one rank',
      statement: `update articles set cg_author_rank = 'same' where author = ${author}`,
      shows: 'two articles of an author with the same rank',
    },
    {
      name: 'a link is gone that several clients could have changed',
      statement: `delete from tags_related where target_id = '${tag}'
        and source_id = (select min(id) from tags where document_id = '${hub}')`,
      shows: `The link ${link} is `,
    },
    {
      name: 'a counter is too high',
      statement: `insert into cg_totals select 'articles'::regclass, 'published', locale, 7, 7, false from articles limit 1`,
      shows: 'The total of articles is ',
    },
  ];
}

/** Damages the database in each way. Returns a function that names the kinds of damage that are not in a report. */
export async function damage(url, journal) {
  const damages = damagesOf(journal);
  const sql = connect(url);
  // Without its foreign keys and triggers, as damage is.
  await sql.unsafe('set session_replication_role = replica');
  for (const { name, statement } of damages) {
    const { count } = await sql.unsafe(statement);
    if (count === 0) throw new Error(`Nothing was damaged: ${name}`);
  }
  await sql.end();
  return (violations) =>
    damages.filter(({ shows }) => !violations.some((violation) => violation.startsWith(shows))).map(({ name }) => name);
}
