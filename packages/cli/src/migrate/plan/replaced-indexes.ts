import type { IndexState, SchemaState } from '../state/state.js';
import { type Statement, createsIndex, id, statement } from './statement.js';

/**
 * Drops an index after the new indexes of its table are built, because a new index may replace it, and requests would
 * scan the table meanwhile. A unique index is dropped before, because later statements may write rows that it forbids,
 * unless a new index forbids the same rows.
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
        .filter((index) => {
          const kept = after.tables[key]?.indexes ?? {};
          if (kept[index.name] !== undefined) return false;
          return !index.isUnique || Object.values(kept).some((other) => forbidsTheSame(index, other));
        })
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

/** Whether two unique indexes have the same columns, in any order. */
function forbidsTheSame(one: IndexState, other: IndexState): boolean {
  const columns = ({ columns: list }: IndexState) => JSON.stringify(list.map(({ expression }) => expression).sort());
  return other.isUnique && one.where === other.where && columns(one) === columns(other);
}
