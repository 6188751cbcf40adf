import { createHash } from 'node:crypto';

/** The part of drizzle-kit's description of a schema that decides whether a change is safe. */
export interface Snapshot {
  readonly tables: Readonly<Record<string, SnapshotTable>>;
  readonly sequences: Readonly<Record<string, { readonly name: string }>>;
}

interface SnapshotTable {
  readonly name: string;
  readonly columns: Readonly<Record<string, { readonly name: string; readonly type: string }>>;
  readonly foreignKeys: Readonly<Record<string, Named>>;
  readonly indexes: Readonly<Record<string, Named>>;
}

interface Named {
  readonly name: string;
}

/** Each description has a name of its own, and the name of the one before; what they describe may be the same. */
export function isSame(a: Snapshot, b: Snapshot): boolean {
  const nameless = (snapshot: Snapshot) => JSON.stringify({ ...snapshot, id: '', prevId: '' });
  return nameless(a) === nameless(b);
}

/** What a change from one schema to another would lose, in words; nothing when it only adds. */
export function losses(previous: Snapshot, next: Snapshot): readonly string[] {
  const found: string[] = [];
  for (const [key, sequence] of Object.entries(previous.sequences)) {
    if (!next.sequences[key]) found.push(`sequence ${sequence.name} would be dropped`);
  }
  for (const [key, table] of Object.entries(previous.tables)) {
    const successor = next.tables[key];
    if (!successor) {
      found.push(`table ${table.name} would be dropped`);
      continue;
    }
    for (const [name, column] of Object.entries(table.columns)) {
      const type = successor.columns[name]?.type;
      if (type === undefined) found.push(`column ${table.name}.${column.name} would be dropped`);
      else if (type !== column.type) {
        found.push(`column ${table.name}.${column.name} would change from ${column.type} to ${type}`);
      }
    }
  }
  return found;
}

/** PostgreSQL cuts names after 63 bytes, which can make two of them equal. Long ones get a hash for an end instead. */
export function withShortNames<S extends Snapshot>(snapshot: S): S {
  const tables = Object.entries(snapshot.tables).map(([key, table]) => [
    key,
    { ...table, foreignKeys: shortened(table.foreignKeys), indexes: shortened(table.indexes) },
  ]);
  return { ...snapshot, tables: Object.fromEntries(tables) };
}

function shortened(named: Readonly<Record<string, Named>>): Record<string, Named> {
  return Object.fromEntries(
    Object.values(named).map((entry) => {
      const name = shortName(entry.name);
      return [name, { ...entry, name }];
    }),
  );
}

function shortName(name: string): string {
  if (Buffer.byteLength(name) <= 63) return name;
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 8);
  return `${Buffer.from(name)
    .subarray(0, 54)
    .toString()
    .replace(/\uFFFD+$/u, '')}_${hash}`;
}
