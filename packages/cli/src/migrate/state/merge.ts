import { isObject } from '../../config/plain-object.js';
import { type SchemaState, isSame } from './state.js';

interface Merged<T> {
  readonly value: T;
  /** The paths that both sides changed differently: `articles.columns.rating`. */
  readonly conflicts: readonly string[];
}

/** Merges two descendants of a value key by key, as git merges files. */
export function merge<T>(base: T, ours: T, theirs: T): Merged<T> {
  const conflicts: string[] = [];
  // Merging key by key keeps the type, which mergeValue cannot express.
  const value = mergeValue(base, ours, theirs, [], conflicts) as T;
  return { value, conflicts };
}

/** The paths that both sides added equally. The SQL of the second one would fail after the first one. */
export function madeTwice(base: SchemaState, ours: SchemaState, theirs: SchemaState): readonly string[] {
  return Object.entries(ours.tables).flatMap(([key, table]) => {
    const [before, other] = [base.tables[key], theirs.tables[key]];
    if (other === undefined) return [];
    if (before === undefined) return [table.name];
    return (['columns', 'indexes', 'foreignKeys'] as const).flatMap((part) =>
      Object.entries(table[part])
        .filter(([name, value]) => isSame(value, other[part][name]) && !isSame(value, before[part][name]))
        .map(([name]) => `${table.name}.${part}.${name}`),
    );
  });
}

function mergeValue(
  base: unknown,
  ours: unknown,
  theirs: unknown,
  path: readonly string[],
  conflicts: string[],
): unknown {
  if (isSame(ours, theirs) || isSame(base, theirs)) return ours;
  if (isSame(base, ours)) return theirs;
  if (isObject(ours) && isObject(theirs)) {
    const before = isObject(base) ? base : {};
    const keys = [...new Set([...Object.keys(ours), ...Object.keys(theirs)])];
    const merged = keys.map((key) => [key, mergeValue(before[key], ours[key], theirs[key], [...path, key], conflicts)]);
    return Object.fromEntries(merged.filter(([, value]) => value !== undefined));
  }
  if (isNames(ours) && isNames(theirs)) {
    const before = isNames(base) ? base : [];
    const stays = (name: string) => !before.includes(name) || (ours.includes(name) && theirs.includes(name));
    return [...new Set([...ours, ...theirs])].filter(stays);
  }
  // The first two keys only distinguish tables from types.
  conflicts.push(
    path
      .slice(2)
      .join('.')
      .replace(/^public\./, ''),
  );
  return ours;
}

function isNames(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
