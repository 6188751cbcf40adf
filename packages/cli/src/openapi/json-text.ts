import type { Literal } from '../model/model.js';
import type { Schema } from './schema.js';

const width = 100;

/** Objects whose keys are names: each entry has lines of its own, so that a new one changes no other line. */
const maps = new Set(['properties', 'paths', 'schemas', 'responses', 'parameters', 'headers', 'securitySchemes']);

/** The text of a document: short objects on one line, so that a pull request shows one line for a field. */
export function jsonText(document: Schema): string {
  return `${write(document, '', new Map(), true)}\n`;
}

/** Objects as one line, if they fit. The map remembers each object, because all objects around it ask for it. */
type Lines = Map<object, string | undefined>;

function write(value: Literal, indent: string, lines: Lines, spread = false): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const line = spread ? undefined : lineOf(value, lines);
  if (line !== undefined && indent.length + line.length <= width) return line;
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    const items = value.map((item: Literal) => `${inner}${write(item, inner, lines)}`);
    return items.length === 0 ? '[]' : `[\n${items.join(',\n')}\n${indent}]`;
  }
  const entries = Object.entries(value).map(
    ([key, item]) => `${inner}${JSON.stringify(key)}: ${write(item, inner, lines, isMap(key, item))}`,
  );
  return entries.length === 0 ? '{}' : `{\n${entries.join(',\n')}\n${indent}}`;
}

/** `undefined` for what is too long, and for what contains a map. */
function lineOf(value: Literal, lines: Lines): string | undefined {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (!lines.has(value)) {
    const line = Array.isArray(value) ? lineOfArray(value, lines) : lineOfObject(value, lines);
    lines.set(value, line !== undefined && line.length <= width ? line : undefined);
  }
  return lines.get(value);
}

function lineOfArray(items: readonly Literal[], lines: Lines): string | undefined {
  const texts = items.map((item) => lineOf(item, lines));
  return texts.includes(undefined) ? undefined : `[${texts.join(', ')}]`;
}

function lineOfObject(value: object, lines: Lines): string | undefined {
  const entries: string[] = [];
  for (const [key, item] of Object.entries(value) as [string, Literal][]) {
    const text = isMap(key, item) ? undefined : lineOf(item, lines);
    if (text === undefined) return undefined;
    entries.push(`${JSON.stringify(key)}: ${text}`);
  }
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}

function isMap(key: string, item: Literal): boolean {
  return maps.has(key) && !Array.isArray(item);
}
