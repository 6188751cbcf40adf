import type { TestDatabase } from '../harness/database.js';

/** Runs a request in two databases that differ in private values alone, one after the other in the same database. */
export interface Worlds {
  /** Everything as it was when the worlds were made. */
  restore(): Promise<void>;
}

/** Keeps a copy of all rows, in a schema of its own, but not of the totals: their triggers count what is restored. */
export async function keepRows(test: TestDatabase): Promise<Worlds> {
  const tables = await test.rows<{ name: string; sequence: string | null }>(
    `select quote_ident(t.relname) as name, pg_get_serial_sequence(quote_ident(t.relname), a.attname) as sequence
     from pg_class t left join pg_attribute a on a.attrelid = t.oid and a.attname = 'id' and a.atttypid = 'bigint'::regtype
     where t.relkind = 'r' and t.relnamespace = 'public'::regnamespace and t.relname <> 'cg_totals'`,
  );
  await test.rows('create schema kept');
  for (const { name } of tables) await test.rows(`create table kept.${name} as table public.${name}`);
  // Foreign keys would ask for an order, and generated ids for their own values.
  const statements = tables.flatMap(({ name, sequence }) => [
    `delete from ${name}`,
    `insert into ${name} overriding system value select * from kept.${name}`,
    ...(sequence === null ? [] : [`perform setval('${sequence}', (select coalesce(max(id), 0) + 100 from ${name}))`]),
  ]);
  // The ids of component entries come from a sequence that belongs to no table.
  statements.push(`perform setval('cg_entry_id', 1000)`);
  const text = `do $$ begin set local session_replication_role = replica; ${statements.join('; ')}; end $$`;
  return { restore: async () => void (await test.rows(text)) };
}

/** A body without ids and times that another run would choose differently. */
export function withoutChance(text: string, known: ReadonlySet<string>): string {
  return text
    .replaceAll(/\b[a-z0-9]{24}\b/g, (id) => (known.has(id) ? id : 'new-document'))
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time');
}
