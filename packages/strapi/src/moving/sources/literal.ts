/** A value in the source of a project, as far as it can be known without running the project. */
export type Literal = Plain | ListLiteral | ObjectLiteral | UnknownLiteral;

interface Placed {
  /** Counts from 1. */
  readonly line: number;
  /** The environment variables that decide about the value. */
  readonly variables: readonly string[];
  /** The file of the line, if this is not the file at hand. */
  readonly file?: string;
}

interface Plain extends Placed {
  readonly kind: 'plain';
  readonly value: string | number | boolean | null | undefined;
}

export interface ListLiteral extends Placed {
  readonly kind: 'list';
  readonly items: readonly Literal[];
}

export interface ObjectLiteral extends Placed {
  readonly kind: 'object';
  readonly entries: ReadonlyMap<string, Literal>;
}

/** Only a run of the project would tell. */
interface UnknownLiteral extends Placed {
  readonly kind: 'unknown';
  readonly text: string;
}

/** The value behind some keys. Undefined if there is no value. */
export function valueAt(literal: Literal | undefined, ...path: readonly string[]): Literal | undefined {
  const [key, ...rest] = path;
  if (literal === undefined || key === undefined) return literal;
  if (literal.kind !== 'object') return undefined;
  return valueAt(literal.entries.get(key), ...rest);
}

/** `config/plugins` with `config/env/production/plugins` above: objects and lists are joined as in Strapi. */
export function merged(below: Literal, above: Literal): Literal {
  if (below.kind === 'list' && above.kind === 'list')
    return { ...above, items: [...above.items, ...below.items.slice(above.items.length)] };
  if (below.kind !== 'object' || above.kind !== 'object') return above;
  const entries = new Map(below.entries);
  for (const [key, value] of above.entries) {
    const known = entries.get(key);
    entries.set(key, known === undefined ? value : merged(known, value));
  }
  return { ...below, entries };
}

/** A value and all values in it, with the name of their file. */
export function inFile(literal: Literal, file: string): Literal {
  if (literal.kind === 'list') return { ...literal, file, items: literal.items.map((item) => inFile(item, file)) };
  if (literal.kind !== 'object') return { ...literal, file };
  const entries = [...literal.entries].map(([key, value]) => [key, inFile(value, file)] as const);
  return { ...literal, file, entries: new Map(entries) };
}

export function textOf(literal: Literal | undefined): string | undefined {
  return literal?.kind === 'plain' && typeof literal.value === 'string' ? literal.value : undefined;
}

export function numberOf(literal: Literal | undefined): number | undefined {
  if (literal?.kind !== 'plain') return undefined;
  const value = typeof literal.value === 'string' && literal.value !== '' ? Number(literal.value) : literal.value;
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

export function flagOf(literal: Literal | undefined): boolean | undefined {
  return literal?.kind === 'plain' && typeof literal.value === 'boolean' ? literal.value : undefined;
}

export function itemsOf(literal: Literal | undefined): readonly Literal[] {
  return literal?.kind === 'list' ? literal.items : [];
}

export function entriesOf(literal: Literal | undefined): readonly (readonly [string, Literal])[] {
  return literal?.kind === 'object' ? [...literal.entries] : [];
}

/** Texts of a list; undefined if one of its items is not a text. */
export function textsOf(literal: Literal | undefined): readonly string[] | undefined {
  if (literal?.kind !== 'list') return undefined;
  const texts = literal.items.map(textOf);
  return texts.every((text) => text !== undefined) ? texts : undefined;
}

/** The whole value as data; undefined if a part of the value is unknown. */
export function dataOf(literal: Literal): unknown {
  if (literal.kind === 'plain') return literal.value;
  if (literal.kind === 'unknown') return undefined;
  if (literal.kind === 'list') {
    const items = literal.items.map(dataOf);
    return items.includes(undefined) ? undefined : items;
  }
  const entries = [...literal.entries].map(([key, below]) => [key, dataOf(below)] as const);
  return entries.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(entries);
}

/** The environment variables that decide about a value, or about a value in it. */
export function variablesOf(literal: Literal | undefined): readonly string[] {
  if (literal === undefined) return [];
  const inner =
    literal.kind === 'list' ? literal.items : literal.kind === 'object' ? [...literal.entries.values()] : [];
  return [...new Set([...literal.variables, ...inner.flatMap(variablesOf)])];
}
