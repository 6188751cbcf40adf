import type { SchemaState } from '../state/state.js';
import { type Statement, createsIndex, id, statement } from './statement.js';

/**
 * Drops an index after the new ones of its table are built, because one of them may replace it, and requests would scan
 * the table meanwhile. A unique index goes before them, because rows that it forbids may follow.
 */
export function dropReplacedLater(
  removals: readonly Statement[],
  additions: readonly Statement[],
  { before, after }: { readonly before: SchemaState; readonly after: SchemaState },
): readonly Statement[] {
  const built = additions.filter((one) => one.alone === true && createsIndex(one));
  const later = new Map<string, string>(
    Object.entries(before.tables).flatMap(([key, table]) => {
      if (!built.some(({ sql }) => sql.includes(` ON ${id(table.name)} `))) return [];
      return Object.values(table.indexes)
        .filter(({ name, isUnique }) => !isUnique && after.tables[key]?.indexes[name] === undefined)
        .map(({ name }) => [`DROP INDEX IF EXISTS ${id(name)}`, name] as const);
    }),
  );
  return removals.map((removal) => {
    const name = later.get(removal.sql);
    if (name === undefined) return removal;
    const reason = 'drops the index without blocking reads and writes';
    return { ...statement('safe', reason, `DROP INDEX CONCURRENTLY IF EXISTS ${id(name)}`), alone: true };
  });
}
