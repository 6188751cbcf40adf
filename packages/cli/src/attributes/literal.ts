import type { Literal } from '../model/model.js';

/**
 * Characters that JSON does not escape but that source code should not contain: line separators, control characters,
 * and marks that change the order in which an editor shows the rest of the line.
 */
const unprintable = /[\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

/** A string literal in single quotes, with escapes. */
export function string(value: string): string {
  const inner = JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${inner.replace(unprintable, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)}'`;
}

/** A JSON value as an expression. `lines` puts each key of an object that contains objects on a line of its own. */
export function literal(value: Literal, layout: 'line' | 'lines' = 'line'): string {
  if (typeof value === 'string') return string(value);
  if (value === null || typeof value !== 'object') return String(value);
  if (isList(value)) return `[${value.map((inner) => literal(inner, layout)).join(', ')}]`;

  const entries = Object.entries(value).map(([key, inner]) => `${keyOf(key)}: ${literal(inner, layout)}`);
  if (entries.length === 0) return '{}';
  const nested = Object.values(value).some((inner) => inner !== null && typeof inner === 'object' && !isList(inner));
  return nested && layout === 'lines' ? `{\n${entries.join(',\n')},\n}` : `{ ${entries.join(', ')} }`;
}

/** The key of a property in an interface or an object. */
export function keyOf(name: string): string {
  // A plain `__proto__: …` would set the prototype of the object.
  if (name === '__proto__') return `['__proto__']`;
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : string(name);
}

/** Text for the inside of a comment: on one line, and without the sequence that ends the comment. */
export function comment(text: string): string {
  return text.replace(/\s+/g, ' ').replaceAll('*/', '*\\/').replace(unprintable, '');
}

function isList(value: Literal): value is readonly Literal[] {
  return Array.isArray(value);
}
