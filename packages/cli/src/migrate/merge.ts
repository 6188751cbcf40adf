import { isObject } from '../config/plain-object.js';
import { type SchemaState, isSame } from './state.js';

export interface Merged<T> {
  readonly value: T;
  /** What both sides changed, each in its own way: `articles.columns.rating`. */
  readonly conflicts: readonly string[];
}

/** Brings two descendants of one value together, as git does with files: key by key. */
export function merge<T>(base: T, ours: T, theirs: T): Merged<T> {
  const conflicts: string[] = [];
  const value = mergeValue(base, ours, theirs, [], conflicts) as T;
  return { value, conflicts };
}

/** What both sides made of their tables alike: the SQL of one fails where the other has been. */
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
  // The first two say whether it is a table or a type, which the rest shows.
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
