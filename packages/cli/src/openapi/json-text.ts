import type { Literal } from '../model/model.js';
import type { Schema } from './schema.js';

/** Parts of the document that are objects by name, such as a path and then a method: their number of levels. */
const levels: Readonly<Record<string, number>> = { paths: 2, components: 2 };

/** The schemas of a definition, which grow with its attributes: `ArticleInput`, not `Article.Nested`. */
const ofDefinition = /^[A-Z][^.]*(\.Change)?$/;

/**
 * The text of a document, in the style of `surface.lock.json`: a line for each operation, parameter, response and
 * schema, however long. The schemas of definitions have a line for each property, so that a pull request shows one line
 * for a new attribute.
 */
export function jsonText(document: Schema): string {
  return `${objectOf(document, '', (key, value, indent) => partOf(key, value, indent, levels[key] ?? 0))}\n`;
}

function partOf(name: string, part: Literal, indent: string, depth: number): string {
  if (isObject(part) && depth > 0) {
    return objectOf(part, indent, (key, item, inner) => partOf(key, item, inner, depth - 1));
  }
  return ofDefinition.test(name) ? schemaOf(part, indent) : lineOf(part);
}

function schemaOf(value: Literal, indent: string): string {
  if (!isObject(value)) return lineOf(value);
  const { properties = null, anyOf = null } = value;
  if (!isObject(properties) && !hasProperties(anyOf)) return lineOf(value);
  return objectOf(value, indent, (key, item, inner) => {
    if (key === 'properties' && isObject(item)) return objectOf(item, inner, (_, property) => lineOf(property));
    return key === 'anyOf' && Array.isArray(item) ? listOf(item, inner) : lineOf(item);
  });
}

function listOf(items: readonly Literal[], indent: string): string {
  const inner = `${indent}  `;
  return `[\n${items.map((item) => `${inner}${schemaOf(item, inner)}`).join(',\n')}\n${indent}]`;
}

function objectOf(value: Schema, indent: string, text: (key: string, item: Literal, indent: string) => string): string {
  const inner = `${indent}  `;
  const entries = Object.entries(value).map(
    ([key, item]) => `${inner}${JSON.stringify(key)}: ${text(key, item, inner)}`,
  );
  return entries.length === 0 ? '{}' : `{\n${entries.join(',\n')}\n${indent}}`;
}

/** Any value on one line, with spaces inside the brackets of an object. */
function lineOf(value: Literal): string {
  if (Array.isArray(value)) return `[${value.map(lineOf).join(', ')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${lineOf(item)}`);
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}

function hasProperties(schemas: Literal): boolean {
  return Array.isArray(schemas) && schemas.some((schema: Literal) => isObject(schema) && 'properties' in schema);
}

function isObject(value: Literal): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
