import type { LoggedChange } from '../../src/changes/index.js';
import type { TestDatabase } from '../harness/database.js';

type Rows = TestDatabase['rows'];

/** Reads the lines of the log that were added since the call before, in the order in which they were written. */
export function followLog(rows: Rows): () => Promise<readonly string[]> {
  let last = '0';
  return async () => {
    const found = await rows<{ id: string; line: string }>(
      `select c.id::text, line from cg_changes c, lateral (
         select 0 as n, concat_ws(' ', event, type, nullif(locale, ''), status, version) as line union all
         select n, concat_ws(' ', 'related', r ->> 'type', nullif(r ->> 'locale', ''), r ->> 'status', r ->> 'version')
         from jsonb_array_elements(c.related) with ordinality r(r, n)) lines where c.id > $1::bigint order by c.id, n`,
      [last],
    );
    last = found.at(-1)?.id ?? last;
    return found.map(({ line }) => line);
  };
}

/** The versions that exist after the changes of the log: `article id en draft`. */
export function replay(changes: readonly LoggedChange[]): readonly string[] {
  const versions = new Set<string>();
  for (const { event, type, documentId, locale, status } of changes) {
    const document = `${type} ${documentId} `;
    const version = `${document}${locale} ${status}`;
    if (event === 'created' || event === 'published') versions.add(version);
    else if (event === 'unpublished') versions.delete(version);
    else if (event === 'deleted') {
      const gone = locale === null ? document : `${document}${locale} `;
      for (const each of versions) if (each.startsWith(gone)) versions.delete(each);
    }
  }
  return [...versions].sort();
}
