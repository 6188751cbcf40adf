import type { TestDatabase } from './database.js';

interface Link {
  readonly table: string;
  readonly owners: string;
}

/** Links whose status or locale is not that of the version that owns them, with the name of their table. */
export async function strayLinks(rows: TestDatabase['rows']): Promise<readonly object[]> {
  const tables = await rows<Link>(`
    select k.conrelid::regclass::text as table, k.confrelid::regclass::text as owners
    from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
    where k.contype = 'f' and a.attname = 'source_id'`);
  const stray = tables.map(
    ({ table, owners }) =>
      `select '${table}' as table, l.source_id, l.published, l.locale from ${table} l join ${owners} v on v.id = l.source_id
       where (l.published, l.locale) is distinct from (v.cg_status = 'published', v.locale)`,
  );
  return rows(stray.join(' union all '));
}
