import type { Literal } from '../model/model.js';
import type { Schema } from './schema.js';

const width = 100;

/** Objects whose keys are names: each entry has lines of its own, so that a new one changes no other line. */
const maps = new Set(['properties', 'paths', 'schemas', 'responses', 'parameters', 'headers', 'securitySchemes']);

/** The text of a document: short objects on one line, so that a pull request shows one line for a field. */
export function jsonText(document: Schema): string {
  return `${write(document, '', true)}\n`;
}

function write(value: Literal, indent: string, spread = false): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const line = oneLine(value);
  if (!spread && !hasMap(value) && indent.length + line.length <= width) return line;
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    const items = value.map((item: Literal) => `${inner}${write(item, inner)}`);
    return items.length === 0 ? '[]' : `[\n${items.join(',\n')}\n${indent}]`;
  }
  const entries = Object.entries(value).map(([key, item]) => {
    return `${inner}${JSON.stringify(key)}: ${write(item, inner, maps.has(key) && !Array.isArray(item))}`;
  });
  return entries.length === 0 ? '{}' : `{\n${entries.join(',\n')}\n${indent}}`;
}

function oneLine(value: Literal): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`;
  const entries = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${oneLine(item)}`);
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}

function hasMap(value: Literal): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, item]) => (maps.has(key) && !Array.isArray(item)) || hasMap(item));
}
