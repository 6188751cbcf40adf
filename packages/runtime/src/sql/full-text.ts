import type { FullText } from '../plan/index.js';
import type { Builder } from './builder.js';
import { type Source, valueOf } from './source.js';

/** Whether a row has the words of a search. An index has the words of a row, so the search must not depend on the row. */
export function matchesWords(sql: Builder, source: Source, search: FullText): string {
  const { alias } = source;
  const words = vectorOf(source, search);
  const asked = sql.param(search.text, 'text');
  if (search.locales === undefined) return `${words} @@ cg_search_query(${alias}.locale, ${asked})`;
  const one = (locale: string) => `${words} @@ cg_search_query(${locale}, ${asked})`;
  const [first = '', ...others] = search.locales.map((locale) => sql.param(locale, 'text'));
  if (others.length === 0) return one(first);
  return `(${[first, ...others].map((locale) => `(${alias}.locale = ${locale} and ${one(locale)})`).join(' or ')})`;
}

/** How well a row meets a search. */
export function scoreOf(sql: Builder, source: Source, search: FullText): string {
  const query = `cg_search_query(${source.alias}.locale, ${sql.param(search.text, 'text')})`;
  return `ts_rank(${vectorOf(source, search)}, ${query})::double precision`;
}

/** The expression of the index, if the caller may search all of its attributes. */
function vectorOf(source: Source, { fields }: FullText): string {
  return `cg_search_vector(${[`${source.alias}.locale`, ...fields.map((field) => valueOf(source, field))].join(', ')})`;
}
