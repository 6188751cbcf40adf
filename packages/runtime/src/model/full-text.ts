/**
 * The SQL of ranked searches (`sort=_score`). Each function stands alone and names only what `pg_catalog` has, because a
 * restored dump builds its indexes with an empty search path.
 */

/** The languages that PostgreSQL knows the words of, by the first part of a locale. */
const LANGUAGES: Readonly<Record<string, string>> = {
  ar: 'arabic',
  da: 'danish',
  de: 'german',
  el: 'greek',
  en: 'english',
  es: 'spanish',
  fi: 'finnish',
  fr: 'french',
  hu: 'hungarian',
  id: 'indonesian',
  it: 'italian',
  lt: 'lithuanian',
  nb: 'norwegian',
  ne: 'nepali',
  nl: 'dutch',
  nn: 'norwegian',
  no: 'norwegian',
  pt: 'portuguese',
  ro: 'romanian',
  ru: 'russian',
  sv: 'swedish',
  ta: 'tamil',
  tr: 'turkish',
};

/** Other languages, and types without locales, have words without endings cut off. */
const CONFIG = `CASE split_part(lower($1), '-', 1) ${Object.entries(LANGUAGES)
  .map(([code, name]) => `WHEN '${code}' THEN '${name}'::regconfig`)
  .join(' ')} ELSE 'simple'::regconfig END`;

/** Text without its accents: marks that combine with a letter. The words of a vector have no case. */
function folded(text: string): string {
  return `regexp_replace(normalize(${text}, NFKD), '[\\u0300-\\u036F]', '', 'g')`;
}

/** Longer text would not fit into a vector, and the write would fail. */
const MAX_TEXT = 200_000;

/**
 * The words of a document. The words of the first attribute count more. PL/pgSQL, because it keeps the expressions of a
 * function for the session, while PostgreSQL starts a function in SQL anew for every row. Text of one byte a character
 * has no accents.
 */
const VECTOR = `CREATE OR REPLACE FUNCTION cg_search_vector(text, VARIADIC text[]) RETURNS tsvector
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 1000 AS $$
DECLARE
  language regconfig := ${CONFIG};
  first text := left(coalesce($2[1], ''), ${MAX_TEXT});
  rest text := left(array_to_string($2[2:], ' '), ${MAX_TEXT});
BEGIN
  IF octet_length(first) > length(first) THEN first := ${folded('first')}; END IF;
  IF octet_length(rest) > length(rest) THEN rest := ${folded('rest')}; END IF;
  RETURN setweight(to_tsvector(language, first), 'A') || to_tsvector(language, rest);
END $$`;

/** A search as people write it: words, "phrases", or, and -words to leave out. */
const QUERY = `CREATE OR REPLACE FUNCTION cg_search_query(text, text) RETURNS tsquery
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT websearch_to_tsquery(${CONFIG}, ${folded('$2')})
$$`;

/** The functions of full-text indexes, which have to exist before them. */
export const fullTextFunctions: readonly string[] = [VECTOR, QUERY];
