import type { Span } from '../diagnostics/diagnostic.js';

/** A definition as written, with the position of every value; without defaults and unchecked. */
export interface RawDefinition {
  readonly kind: 'contentType' | 'component';
  readonly format: 'typescript' | 'json';
  /** Relative to the project, with forward slashes. */
  readonly file: string;
  /** The name from its path: `article`, or `seo` of `shared`. */
  readonly name: string;
  /** The folder from its path: the category of a component, or the API or plugin of a Strapi project. */
  readonly group?: string;
  /** Whether the definition extends a content type of a Strapi plugin. */
  readonly extension: boolean;
  readonly value: RawObject;
}

/** Counts from 1. */
export interface Position {
  /** Only in shared attributes: the file that declares them, which is not that of the definition. */
  readonly file?: string;
  readonly line: number;
  readonly column: number;
}

export type RawValue = RawObject | RawArray | RawScalar;

export interface RawObject extends Position {
  readonly kind: 'object';
  readonly properties: readonly RawProperty[];
}

export interface RawProperty extends Position {
  readonly name: string;
  readonly value: RawValue;
}

interface RawArray extends Position {
  readonly kind: 'array';
  readonly items: readonly RawValue[];
}

interface RawScalar extends Position {
  readonly kind: 'scalar';
  readonly value: string | number | boolean | null;
}

/** `file` is that of the definition. */
export function spanAt(file: string, position: Position): Span {
  return { file: position.file ?? file, line: position.line, column: position.column };
}

/** If a key is written twice, the last one counts, as in JavaScript and JSON. */
export function propertyOf(object: RawObject, name: string): RawProperty | undefined {
  return object.properties.findLast((property) => property.name === name);
}

/** The value without positions. */
export function literalOf(value: RawValue): Literal {
  if (value.kind === 'scalar') return value.value;
  if (value.kind === 'array') return value.items.map(literalOf);
  return Object.fromEntries(value.properties.map((property) => [property.name, literalOf(property.value)]));
}

type Literal = string | number | boolean | null | readonly Literal[] | { readonly [key: string]: Literal };
